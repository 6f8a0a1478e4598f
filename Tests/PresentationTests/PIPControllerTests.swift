import Media
import Presentation
import Testing

@Suite struct PIPControllerTests {
    private let lobby = StreamID(sanitizing: "lobby")
    private let door = StreamID(sanitizing: "door")

    private func both() -> PIPController {
        PIPController(state: ViewState(main: lobby, pip: door, isPIPEnabled: true))
    }

    /// What a change of the controller means for the screen.
    private func changes(
        of controller: inout PIPController,
        _ edit: (inout PIPController) -> Void
    ) -> [ViewChange] {
        let before = controller
        edit(&controller)
        return before.changes(to: controller)
    }

    @Test func showingAStreamTouchesOnlyTheMainView() {
        var controller = both()
        let shown = changes(of: &controller) { $0.state.main = door }
        #expect(shown == [.stream(.main, door)])
        #expect(controller.stream(in: .pip) == door)
        #expect(controller.view(of: door) == [.main, .pip])
        #expect(controller.view(of: lobby).isEmpty)
    }

    @Test func showingWhatIsShownChangesNothing() {
        var controller = both()
        let main = changes(of: &controller) { $0.state.main = lobby }
        #expect(main.isEmpty)
        let window = changes(of: &controller) {
            ($0.state.isPIPEnabled, $0.state.pip) = (true, door)
        }
        #expect(window.isEmpty)
    }

    @Test func theWindowNeedsAStream() {
        var controller = PIPController(state: ViewState(main: lobby))
        let nothing = changes(of: &controller) { $0.state.isPIPEnabled = true }
        #expect(nothing.isEmpty)
        #expect(!controller.isPIPVisible)
        let changes = self.changes(of: &controller) { $0.state.pip = door }
        #expect(changes == [.stream(.pip, door), .pipVisibility(true)])
        #expect(controller.isPIPVisible)
    }

    @Test func switchingOffRemembersTheStream() {
        var controller = both()
        let off = changes(of: &controller) { $0.state.isPIPEnabled = false }
        #expect(off == [.pipVisibility(false)])
        #expect(controller.stream(in: .pip) == nil)
        #expect(controller.view(of: door).isEmpty)
        let on = changes(of: &controller) { $0.state.isPIPEnabled = true }
        #expect(on == [.pipVisibility(true)])
        #expect(controller.stream(in: .pip) == door)
    }

    @Test func swappingTwiceIsNothing() {
        var controller = both()
        let changes = self.changes(of: &controller) { $0.swap() }
        #expect(changes == [.stream(.main, door), .stream(.pip, lobby)])
        controller.swap()
        #expect(controller == both())
    }

    @Test func swappingWithoutAPIPStreamKeepsTheMainView() {
        var controller = PIPController(state: ViewState(main: lobby, isPIPEnabled: true))
        controller.swap()
        #expect(controller.state == ViewState(main: lobby, isPIPEnabled: true))
    }

    @Test func aPlacementAloneChangesNothingElse() {
        var controller = both()
        let placement = PIPPlacement(position: .corner(.topLeft), size: 0.4)
        let changes = self.changes(of: &controller) { $0.state.placement = placement }
        #expect(changes == [.placement(placement)])
    }

    @Test func aRemovedStreamLeavesBothViews() {
        var controller = both()
        controller.state.main = door
        let changes = self.changes(of: &controller) { $0.streamRemoved(door) }
        #expect(
            changes == [.stream(.main, nil), .stream(.pip, nil), .pipVisibility(false)]
        )
        let again = self.changes(of: &controller) { $0.streamRemoved(door) }
        #expect(again.isEmpty)
    }

    @Test func aNewConfigurationReportsWhatItChanges() {
        var controller = both()
        let changes = self.changes(of: &controller) { $0.state = ViewState(main: lobby) }
        #expect(changes == [.stream(.pip, nil), .pipVisibility(false)])
    }
}
