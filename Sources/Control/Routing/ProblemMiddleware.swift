internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import Media
internal import NIOCore

/// Turns every error into an answer of `application/problem+json`.
struct ProblemMiddleware: RouterMiddleware {
    let table: RouteTable

    func handle(
        _ request: Request,
        context: ControlContext,
        next: (Request, ControlContext) async throws -> Response
    ) async throws -> Response {
        let response = try await answer(request, context: context, next: next)
        // An answer to HEAD ends with its header, whatever it says.
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func answer(
        _ request: Request,
        context: ControlContext,
        next: (Request, ControlContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as ControlError {
            return Response(problem: error)
        } catch let error as HTTPError {
            return answer(error, to: request)
        } catch is NIOTooManyBytesError {
            return Response(problem: .bodyTooLarge("The request's body is too large."))
        } catch is CancellationError {
            return Response(problem: .unavailable("The daemon is stopping."))
        } catch let error as ChannelError {
            // The client is gone; the connection ends with the error.
            throw error
        } catch {
            table.services.logger.error(
                "A request failed",
                metadata: [
                    "route":
                        "\(request.method) \(OutsideText.shown(requestPath: request.uri.path))",
                    "error": "\(error)",
                ]
            )
            return Response(problem: .internalError("The daemon's journal says why."))
        }
    }

    /// Says in our words what the router and the body reader found.
    private func answer(_ error: HTTPError, to request: Request) -> Response {
        switch error.status {
        case .notFound:
            return unknownRoute(request)
        default:
            return Response(
                problem: ControlError(
                    status: error.status.code,
                    title: error.status.reasonPhrase,
                    detail: MessageText(message: error.body ?? error.status.reasonPhrase)
                )
            )
        }
    }

    private func unknownRoute(_ request: Request) -> Response {
        let path = request.uri.path
        let shown = OutsideText.shown(requestPath: path)
        let methods = table.methods(at: path)
        if methods.isEmpty {
            return Response(
                problem: .notFound("There is no \(shown); `routes` lists what there is."),
                routes: table.list
            )
        }
        let accepted = methods.joined(separator: ", ")
        return Response(
            problem: .methodNotAllowed(
                "\(shown) does not accept \(request.method.rawValue), but \(accepted).",
                allowed: methods
            )
        )
    }
}
