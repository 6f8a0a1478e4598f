internal import Glibc
internal import Media
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

extension DaemonPlace {
    /// Runs `body` and says of what goes wrong in it what a user can do.
    func explainingErrors<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let failure as CommandFailure {
            throw explained(failure)
        } catch let strange as StrangeAnswer {
            throw self.strange(strange)
        } catch is DaemonSilence {
            throw late
        } catch is ConnectionEnd {
            throw closed
        } catch HTTPParserError.invalidEOFState {
            throw closed
        } catch let error as NIOConnectionError {
            throw absence(error)
        } catch ChannelError.connectTimeout(let limit) {
            throw absence("nothing in \(limit.nanoseconds / 1_000_000_000) s")
        } catch let error as IOError {
            throw self.failure(error)
        } catch {
            throw self.strange(.notHTTP)
        }
    }

    private var closed: CommandFailure {
        .noDaemon("The daemon at \(self) closed the connection.")
    }

    private var late: CommandFailure {
        .noDaemon("The daemon at \(self) does not answer in time.")
    }

    /// Of a socket alone.
    private var shut: CommandFailure {
        .noDaemon(
            """
            This user may not use the socket at \(self). The service's is for root and the group pipd, \
            another daemon's for its own user; with a token there is --url.
            """
        )
    }

    private func strange(_ answer: StrangeAnswer) -> CommandFailure {
        .noDaemon("What answers at \(self) is no pipd: \(answer.reason).")
    }

    private func failure(_ error: IOError) -> CommandFailure {
        switch (error.errnoCode, self) {
        case (ECONNRESET, _), (EPIPE, _): return closed
        // More wait to be accepted than the socket has room for.
        case (EAGAIN, _): return late
        // Of an address it is a firewall's word.
        case (EACCES, .socket): return shut
        default: return absence(String(cString: strerror(error.errnoCode)))
        }
    }
}

extension DaemonPlace {
    /// Nobody listens there.
    func absence(_ reason: String) -> CommandFailure {
        switch self {
        case .socket(let path, _): return Self.absence(of: path, reason)
        case .web(let address, _):
            return .noDaemon(
                """
                No daemon answers at \(address) (\(reason)).
                One listens there where its configuration has `web: { listen: \
                "\(address.host.contains(":") ? "[::]" : "0.0.0.0"):\(address.port)" }`; \
                `pipctl console` on that machine says at which address.
                """
            )
        }
    }

    /// No socket is there, or nobody has it open.
    static func absence(of path: String, _ reason: String) -> CommandFailure {
        .noDaemon(
            """
            No daemon answers at \(path) (\(reason)).
            Start one with `systemctl start pipd` or `pipd --stream demo --socket \(path)`, \
            or choose another socket with --socket PATH or $PIPD_SOCKET.
            """
        )
    }

    /// None of the addresses that a name has, if it has any, could be connected to.
    func absence(_ error: NIOConnectionError) -> CommandFailure {
        guard !error.connectionErrors.isEmpty else {
            let reason = (error.dnsAError as? SocketAddressError.UnknownHost)?.errorDescription
            return .noDaemon(
                "\(error.host) cannot be looked up: \(reason ?? "it has no address"). A name that "
                    + "this machine knows would do, or an address, as in http://192.0.2.7:8080."
            )
        }
        var reasons: [String] = []
        for failure in error.connectionErrors {
            let code = (failure.error as? IOError)?.errnoCode
            let reason = code.map { String(cString: strerror($0)) } ?? "\(failure.error)"
            if !reasons.contains(reason) { reasons.append(reason) }
        }
        return absence(reasons.joined(separator: ", "))
    }

    /// A refusal in the words of one who steers another machine.
    func explained(_ refusal: CommandFailure) -> CommandFailure {
        guard case .web(let address, let token) = self, let status = refusal.status,
            let text = Self.text(status, refusal.message, address, token)
        else { return refusal }
        var explained = refusal
        explained.message = text
        return explained
    }

    private static func text(
        _ status: UInt,
        _ detail: MessageText,
        _ address: WebAddress,
        _ token: Token?
    ) -> MessageText? {
        switch (status, token) {
        case (401, nil):
            """
            The daemon at \(address) wants a token. `pipctl token create --role operator` on that \
            machine makes one; name the file that you put it into with --token-file or \
            $PIPD_TOKEN_FILE.
            """
        case (401, let token?):
            """
            The daemon at \(address) does not know the token in \(token.file), or no longer; \
            `pipctl token create` on that machine makes one.
            """
        case (429, let token?):
            "The daemon at \(address) does not know the token in \(token.file) either: \(detail)"
        case (403, _), (429, nil): "The daemon at \(address) refuses: \(detail)"
        case (421, _):
            """
            The machine at \(address) does not go by the name \(address.host): ask for it by its \
            address or its own name, or write that one into `web.hosts` of its configuration.
            """
        default: nil
        }
    }
}
