/// One camera of the daemon's machine.
public struct CameraReport: Hashable, Sendable, Codable {
    /// Its name in the API, such as `video0`.
    public var device: String
    /// Such as `/dev/video0`.
    public var path: String
    /// What it calls itself, as the other members nil for one that may not be opened.
    public var name: String?
    /// Where it is plugged in, such as `usb-0000:00:14.0-2`.
    public var bus: String?
    /// The kernel's driver.
    public var driver: String?
    /// `free`, `busy` (someone streams from it) or `denied` (it may not be opened).
    public var state: String
    /// The stream that is made of it; nil where there is none.
    public var stream: String?

    public init(device: String, path: String, state: String) {
        self.device = device
        self.path = path
        self.state = state
    }
}

/// The answer of `GET /v1/cameras`.
public struct CameraList: Hashable, Sendable, Codable {
    public var cameras: [CameraReport]

    public init(cameras: [CameraReport]) {
        self.cameras = cameras
    }
}

/// What a camera can deliver.
public struct CameraFormatsReport: Hashable, Sendable, Codable {
    public var device: String
    public var formats: [CameraFormatReport]

    public init(device: String, formats: [CameraFormatReport]) {
        self.device = device
        self.formats = formats
    }
}

/// One pixel format of a camera.
public struct CameraFormatReport: Hashable, Sendable, Codable {
    /// What a stream's `format` calls it, or the kernel's code of one that is not shown.
    public var format: String
    /// The driver's own words.
    public var description: String
    /// Whether pipd shows it.
    public var shown: Bool
    /// Empty for a format that is not shown.
    public var sizes: [CameraSizeReport]

    public init(format: String, description: String, shown: Bool, sizes: [CameraSizeReport]) {
        self.format = format
        self.description = description
        self.shown = shown
        self.sizes = sizes
    }
}

/// One picture size of a format, or a range of them.
public struct CameraSizeReport: Hashable, Sendable, Codable {
    /// The only width, or the smallest.
    public var width: Int
    public var height: Int
    /// The largest of a range; nil for a single size, as are the steps.
    public var maxWidth: Int?
    public var maxHeight: Int?
    public var widthStep: Int?
    public var heightStep: Int?
    /// Pictures a second, highest first; empty for a range, and where the driver
    /// does not say.
    public var frameRates: [Double]
    /// The ends of a range of rates.
    public var minFrameRate: Double?
    public var maxFrameRate: Double?

    public init(width: Int, height: Int, frameRates: [Double] = []) {
        self.width = width
        self.height = height
        self.frameRates = frameRates
    }

    private enum CodingKeys: String, CodingKey {
        case width, height
        case maxWidth = "max_width"
        case maxHeight = "max_height"
        case widthStep = "width_step"
        case heightStep = "height_step"
        case frameRates = "frame_rates"
        case minFrameRate = "min_frame_rate"
        case maxFrameRate = "max_frame_rate"
    }
}

/// What can be set on a camera.
public struct CameraControlsReport: Hashable, Sendable, Codable {
    public var device: String
    public var controls: [CameraControlReport]

    public init(device: String, controls: [CameraControlReport]) {
        self.device = device
        self.controls = controls
    }
}

/// One control of a camera.
public struct CameraControlReport: Hashable, Sendable, Codable {
    /// Its name in the API, such as `white_balance_automatic`.
    public var name: String
    /// The driver's name.
    public var label: String
    /// `integer`, `boolean`, `menu`, `bitmask` or `button`.
    public var type: String
    /// A number, or a boolean; nil where there is none to be read.
    public var value: JSONValue?
    public var standard: JSONValue?
    /// Of an `integer`; the `maximum` of a `bitmask` has all bits that it knows.
    public var minimum: Int?
    public var maximum: Int?
    public var step: Int?
    /// The choices of a `menu`.
    public var menu: [CameraMenuItem]?
    /// Whether it can only be read.
    public var readOnly: Bool
    /// False while another control overrides it.
    public var active: Bool

    public init(name: String, label: String, type: String) {
        self.name = name
        self.label = label
        self.type = type
        readOnly = false
        active = true
    }

    private enum CodingKeys: String, CodingKey {
        case name, label, type, value, minimum, maximum, step, menu, active
        case standard = "default"
        case readOnly = "read_only"
    }
}

/// One choice of a menu.
public struct CameraMenuItem: Hashable, Sendable, Codable {
    public var value: Int
    public var label: String

    public init(value: Int, label: String) {
        self.value = value
        self.label = label
    }
}
