internal import Media

/// One thing about a camera that can be set, such as its brightness.
public struct CameraControl: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case integer
        case boolean
        /// One of `menu`.
        case menu
        /// A set of bits.
        case bitmask
        /// Does something each time it is set; has no value.
        case button
    }

    /// One entry of a menu.
    public struct Choice: Hashable, Sendable {
        public var value: Int64
        /// The driver's words, or the number that it stands for.
        public var label: String

        public init(value: Int64, label: String) {
            self.value = value
            self.label = label
        }
    }

    /// The kernel's number.
    var id: UInt32
    /// The driver's name in small letters, with `_` between words.
    public var name: String
    /// The driver's name.
    public var label: String
    public var kind: Kind
    public var minimum: Int64
    public var maximum: Int64
    /// At least 1.
    public var step: Int64
    public var standard: Int64
    /// Nil where there is none, or none that can be read.
    public var value: Int64?
    /// Only with `menu`.
    public var choices: [Choice] = []
    public var isReadOnly = false
    /// False while another setting, such as an automatic mode, overrides it.
    public var isActive = true
    /// Whether the camera itself changes it all the time, as a gain that it measures.
    var isVolatile = false
    /// Whether it takes 64 bits.
    var isWide = false
}

/// A value as a client writes it.
public enum CameraControlValue: Hashable, Sendable {
    case integer(Int64)
    case boolean(Bool)
    /// A menu's label.
    case text(String)
}

extension CameraControl {
    /// The number that a client's value stands for.
    ///
    /// - Throws: `CameraControlRefusal` that says what would be accepted.
    func number(for value: CameraControlValue) throws(CameraControlRefusal) -> Int64 {
        guard !isReadOnly else {
            throw CameraControlRefusal("`\(name)` can only be read.")
        }
        switch (kind, value) {
        case (.boolean, .boolean(let isOn)): return isOn ? 1 : 0
        case (.boolean, .integer(let number)) where (0...1).contains(number): return number
        case (.button, .boolean(true)), (.button, .integer(1)): return 1
        case (.integer, .integer(let number)) where isAccepted(number): return number
        case (.bitmask, .integer(let number)) where number >= 0 && number & ~maximum == 0:
            return number
        case (.menu, .integer(let number)) where choices.contains { $0.value == number }:
            return number
        case (.menu, .text(let text)):
            if let choice = choices.first(where: { $0.label.lowercased() == text.lowercased() }) {
                return choice.value
            }
        default: break
        }
        throw CameraControlRefusal("`\(name)` is \(value.text); accepted is \(accepted).")
    }

    private func isAccepted(_ number: Int64) -> Bool {
        guard minimum <= number, number <= maximum else { return false }
        let (distance, overflows) = number.subtractingReportingOverflow(minimum)
        return overflows || distance % max(1, step) == 0
    }

    private var accepted: String {
        switch kind {
        case .integer:
            "a whole number from \(minimum) to \(maximum)"
                + (step > 1 ? " in steps of \(step)" : "")
        case .boolean: "`true` or `false`"
        case .button: "`true`"
        case .bitmask: "a whole number of these bits: \(maximum)"
        case .menu:
            "one of " + choices.map { "\($0.value) ('\($0.label)')" }.joined(separator: ", ")
        }
    }
}

extension CameraControlValue {
    fileprivate var text: String {
        switch self {
        case .integer(let number): "\(number)"
        case .boolean(let isOn): "`\(isOn)`"
        case .text(let text): "'\(OutsideText.shown(text).prefix(64))'"
        }
    }
}

extension CameraControl {
    /// A control and the number that it is to have.
    struct Setting {
        let control: CameraControl
        let value: Int64
    }

    /// What a client's values mean, what chooses a mode first: an automatic
    /// exposure is switched off before its value is set.
    ///
    /// - Throws: `CameraControlRefusal` for the first that is not accepted.
    static func settings(
        _ values: [String: CameraControlValue],
        among controls: [Self]
    ) throws(CameraControlRefusal) -> [Setting] {
        var settings: [Setting] = []
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let control = controls.first(where: { $0.name == name }) else {
                let names = controls.filter { !$0.isReadOnly }.map { "`\($0.name)`" }
                throw CameraControlRefusal(
                    "`\(OutsideText.shown(name).prefix(64))` is unknown; accepted are "
                        + (names.isEmpty ? "none" : names.joined(separator: ", ")) + "."
                )
            }
            settings.append(Setting(control: control, value: try control.number(for: value)))
        }
        return modesFirst(settings)
    }

    static func modesFirst(_ settings: [Setting]) -> [Setting] {
        settings.filter(\.choosesMode) + settings.filter { !$0.choosesMode }
    }
}

extension CameraControl.Setting {
    fileprivate var choosesMode: Bool { control.kind == .boolean || control.kind == .menu }
}

/// Why a control was not set: a sentence that names it and what would be accepted.
public struct CameraControlRefusal: Error, Hashable, Sendable {
    public let message: String

    init(_ message: String) {
        self.message = message
    }
}

extension CameraControl {
    /// A driver's name as one word: `White Balance, Automatic` becomes
    /// `white_balance_automatic`, as v4l2-ctl has it.
    static func word(for label: String) -> String {
        var word = ""
        for byte in label.utf8 {
            switch byte {
            case 0x30...0x39, 0x61...0x7A: word.unicodeScalars.append(Unicode.Scalar(byte))
            case 0x41...0x5A: word.unicodeScalars.append(Unicode.Scalar(byte + 0x20))
            default: if !word.isEmpty, !word.hasSuffix("_") { word += "_" }
            }
        }
        return word.hasSuffix("_") ? String(word.dropLast()) : word
    }

    /// Controls whose words are the same get numbers: `gain`, `gain_2`.
    static func withUniqueNames(_ controls: [Self]) -> [Self] {
        var counts: [String: Int] = [:]
        return controls.map { control in
            var control = control
            let count = counts[control.name, default: 0] + 1
            counts[control.name] = count
            if count > 1 { control.name += "_\(count)" }
            return control
        }
    }
}
