import Media
import Presentation
import Testing

@Suite struct PIPControllerTests {
    private let lobby = StreamID(sanitizing: "lobby")
    private let door = StreamID(sanitizing: "door")

    private func both() -> PIPController {
        PIPController(state: ViewState(main: lobby, pip: door, isPIPEnabled: true))
    }

    @Test func showingAStreamTouchesOnlyTheMainView() {
        var controller = both()
        #expect(controller.show(main: door) == [.stream(.main, door)])
        #expect(controller.stream(in: .pip) == door)
        #expect(controller.view(of: door) == [.main, .pip])
        #expect(controller.view(of: lobby).isEmpty)
    }

    @Test func showingWhatIsShownChangesNothing() {
        var controller = both()
        #expect(controller.show(main: lobby).isEmpty)
        #expect(controller.setPIP().isEmpty)
        #expect(controller.setPIP(enabled: true, stream: door).isEmpty)
    }

    @Test func theWindowNeedsAStream() {
        var controller = PIPController(state: ViewState(main: lobby))
        #expect(controller.setPIP(enabled: true).isEmpty)
        #expect(!controller.isPIPVisible)
        let changes = controller.setPIP(stream: door)
        #expect(changes == [.stream(.pip, door), .pipVisibility(true)])
        #expect(controller.isPIPVisible)
    }

    @Test func switchingOffRemembersTheStream() {
        var controller = both()
        #expect(controller.setPIP(enabled: false) == [.pipVisibility(false)])
        #expect(controller.stream(in: .pip) == nil)
        #expect(controller.view(of: door).isEmpty)
        #expect(controller.setPIP(enabled: true) == [.pipVisibility(true)])
        #expect(controller.stream(in: .pip) == door)
    }

    @Test func swappingTwiceIsNothing() {
        var controller = both()
        #expect(controller.swap() == [.stream(.main, door), .stream(.pip, lobby)])
        _ = controller.swap()
        #expect(controller.state == both().state)
    }

    @Test func swappingWithoutAPIPStreamKeepsTheMainView() {
        var controller = PIPController(state: ViewState(main: lobby, isPIPEnabled: true))
        #expect(controller.swap().isEmpty)
        #expect(controller.stream(in: .main) == lobby)
    }

    @Test func aPlacementAloneChangesNothingElse() {
        var controller = both()
        let placement = PIPPlacement(position: .corner(.topLeft), size: 0.4)
        #expect(controller.setPIP(placement: placement) == [.placement(placement)])
    }

    @Test func aRemovedStreamLeavesBothViews() {
        var controller = both()
        _ = controller.show(main: door)
        let changes = controller.streamRemoved(door)
        #expect(
            changes == [.stream(.main, nil), .stream(.pip, nil), .pipVisibility(false)]
        )
        #expect(controller.streamRemoved(door).isEmpty)
    }

    @Test func aNewConfigurationReportsWhatItChanges() {
        var controller = both()
        let changes = controller.replace(with: ViewState(main: lobby))
        #expect(changes == [.stream(.pip, nil), .pipVisibility(false)])
    }
}
