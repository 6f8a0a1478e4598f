import Media
import Presentation
import Testing

@testable import pipd

/// What a preview of the library leaves behind: nothing.
@Suite struct LentPlacesTests {
    private let a = StreamID(sanitizing: "a")
    private let b = StreamID(sanitizing: "b")

    @Test(arguments: [true, false]) func theWindowIsGivenBack(isOn: Bool) {
        var places = LentPlaces()
        let before = ViewState(main: a, pip: b, isPIPEnabled: isOn)
        var state = before
        places.begin(in: .pip, &state, present: [a, b])
        // Another one in its place forgets nothing.
        places.begin(in: .pip, &state, present: [a, b])
        #expect(state == ViewState(main: a, pip: LibraryPreview.id, isPIPEnabled: true))
        places.end(&state, present: [a, b])
        #expect(state == before)
        // And once is enough.
        state.main = b
        places.end(&state, present: [a, b])
        #expect(state.main == b)
    }

    @Test func oneThatMovesIsInOneViewOnly() {
        var places = LentPlaces()
        let before = ViewState(main: a, pip: b)
        var state = before
        places.begin(in: .pip, &state, present: [a, b])
        places.begin(in: .main, &state, present: [a, b])
        #expect(state == ViewState(main: LibraryPreview.id, pip: b))
        places.begin(in: .pip, &state, present: [a, b])
        #expect(state == ViewState(main: a, pip: LibraryPreview.id, isPIPEnabled: true))
        places.end(&state, present: [a, b])
        #expect(state == before)
    }

    @Test func whatSomebodyHasPutThereMeanwhileStays() {
        var places = LentPlaces()
        var state = ViewState(main: a, pip: b)
        places.begin(in: .pip, &state, present: [a, b])
        (state.pip, state.isPIPEnabled) = (a, true)
        places.end(&state, present: [a, b])
        #expect(state == ViewState(main: a, pip: a, isPIPEnabled: true))
    }

    @Test func whatIsGoneDoesNotComeBack() {
        var places = LentPlaces()
        var state = ViewState(main: a, pip: b, isPIPEnabled: true)
        places.begin(in: .pip, &state, present: [a, b])
        places.end(&state, present: [a])
        #expect(state == ViewState(main: a))
        places.begin(in: .main, &state, present: [a, b])
        places.end(&state, present: [])
        #expect(state == ViewState())
    }

    @Test func whatIsGoneDoesNotComeBackWhereItMovesEither() {
        var places = LentPlaces()
        var state = ViewState(main: a, pip: b, isPIPEnabled: true)
        places.begin(in: .main, &state, present: [a, b])
        places.begin(in: .pip, &state, present: [b])
        #expect(state == ViewState(pip: LibraryPreview.id, isPIPEnabled: true))
        places.end(&state, present: [b])
        #expect(state == ViewState(pip: b, isPIPEnabled: true))
    }
}
