internal import CGraphics
internal import Media

/// Which program draws a layer.
///
/// What differs from one picture to the next is a parameter. What stays the
/// same for as long as a stream keeps its form is part of the program's text:
/// a renderer in software fetches each parameter anew for every few pixels,
/// which cost as much as it takes to interpolate a texture.
struct ShaderVariant: Hashable {
    let source: SampleSource
    /// What the samples mean, red and blue exchanged.
    let matrix: ColorMatrix
    /// Samples averaged each way: 1…8.
    let side: Int
    let kind: Kind

    enum Kind: UInt8 {
        /// A picture and nothing else.
        case plain
        /// With a border, corners or opacity.
        case window
        /// A finished picture with alpha, to lie over what is there.
        case osd
    }

    /// How a picture's components lie in textures.
    enum SampleSource: String, CaseIterable {
        case planar
        case semiplanar
        /// As `semiplanar`, in an imported buffer.
        case importedSemiplanar
        case packed
        case rgb
        case gray
        case planar10
        case semiplanar10

        /// Textures that are the picture's own memory have red and green where
        /// copies have luminance and alpha; planes of U and V may be joined in
        /// a copy.
        init(_ format: PixelFormat, isImported: Bool, joinsColor: Bool = false) {
            self =
                switch format {
                case .i420, .i422, .i444: joinsColor ? .semiplanar : .planar
                case .nv12: isImported ? .importedSemiplanar : .semiplanar
                case .yuyv: .packed
                case .bgra, .rgba: .rgb
                case .gray8: .gray
                case .i010: .planar10
                case .p010: .semiplanar10
                }
        }

        /// The text that defines `sampled`.
        fileprivate var text: [UInt8] {
            switch self {
            case .planar: PackageResources.planar_glsl
            case .semiplanar: Array("#define PAIR ra\n".utf8) + PackageResources.semiplanar_glsl
            case .importedSemiplanar:
                Array("#define PAIR rg\n".utf8) + PackageResources.semiplanar_glsl
            case .packed: PackageResources.packed_glsl
            case .rgb: PackageResources.rgb_glsl
            case .gray: PackageResources.gray_glsl
            case .planar10: PackageResources.words_glsl + PackageResources.planar10_glsl
            case .semiplanar10: PackageResources.words_glsl + PackageResources.semiplanar10_glsl
            }
        }
    }

    static let largestSide = 8

    /// The name in error messages.
    var name: String { "\(source.rawValue) \(side)x\(side) \(kind)" }

    /// Positions are pixels of pictures up to 8192 a side: too fine for 16 bits.
    fileprivate var fragmentText: [UInt8] {
        let settings = """
            #ifdef GL_FRAGMENT_PRECISION_HIGH
            precision highp float;
            #else
            precision mediump float;
            #endif
            #define SIDE \(side)
            #define \("\(kind)".uppercased())
            const mat4 rgbFromSample = mat4(\(matrix.text));

            """
        return Array(settings.utf8) + source.text + PackageResources.layer_frag
    }
}

extension ColorMatrix {
    /// The elements as the shading language's constructor wants them.
    fileprivate var text: String {
        [first, second, third, offset]
            .flatMap { [$0.x, $0.y, $0.z, $0.w] }
            .map { "\($0)" }
            .joined(separator: ", ")
    }
}

/// A linked program and the places of its parameters.
///
/// Thread: bound to the context's thread. Its memory goes with the context.
struct ShaderProgram {
    let name: GLuint
    let outputSize: GLint
    let pictureFromOutput: GLint
    let colorScale: GLint
    /// Present where more than one sample is averaged.
    let spacing: GLint
    let colorSpacing: GLint
    let firstSize: GLint
    let secondSize: GLint
    let picture: GLint
    let bounds: GLint
    let shape: GLint
    let borderColor: GLint

    /// The attribute that the rectangles' corners come in.
    static let placeAttribute: GLuint = 0

    /// Compiles and links.
    ///
    /// - Throws: `shader` with the driver's message.
    init(_ variant: ShaderVariant) throws(CompositingError) {
        let program = glCreateProgram()
        try Self.attach(GL.VERTEX_SHADER, PackageResources.layer_vert, to: program, variant)
        try Self.attach(GL.FRAGMENT_SHADER, variant.fragmentText, to: program, variant)
        glBindAttribLocation(program, Self.placeAttribute, "place")
        glLinkProgram(program)
        var isLinked: GLint = 0
        glGetProgramiv(program, GL.LINK_STATUS, &isLinked)
        guard isLinked != 0 else {
            let log = Self.log { glGetProgramInfoLog(program, $0, $1, $2) }
            glDeleteProgram(program)
            throw .shader(name: variant.name, log: log)
        }
        self.init(linked: program)
    }

    private init(linked program: GLuint) {
        func place(_ parameter: StaticString) -> GLint {
            parameter.withUTF8Buffer { text in
                text.withMemoryRebound(to: GLchar.self) {
                    glGetUniformLocation(program, $0.baseAddress)
                }
            }
        }
        name = program
        outputSize = place("outputSize")
        pictureFromOutput = place("pictureFromOutput")
        colorScale = place("colorScale")
        spacing = place("spacing")
        colorSpacing = place("colorSpacing")
        firstSize = place("firstSize")
        secondSize = place("secondSize")
        picture = place("picture")
        bounds = place("bounds")
        shape = place("shape")
        borderColor = place("borderColor")
        glUseProgram(program)
        glUniform1i(place("first"), 0)
        glUniform1i(place("second"), 1)
        glUniform1i(place("third"), 2)
    }

    private static func attach(
        _ kind: GLenum,
        _ text: [UInt8],
        to program: GLuint,
        _ variant: ShaderVariant
    ) throws(CompositingError) {
        let shader = glCreateShader(kind)
        // The program keeps it until it is deleted itself.
        defer { glDeleteShader(shader) }
        text.withUnsafeBytes { bytes in
            var start = bytes.baseAddress?.assumingMemoryBound(to: GLchar.self)
            var length = GLint(bytes.count)
            glShaderSource(shader, 1, &start, &length)
        }
        glCompileShader(shader)
        var isCompiled: GLint = 0
        glGetShaderiv(shader, GL.COMPILE_STATUS, &isCompiled)
        guard isCompiled != 0 else {
            let log = Self.log { glGetShaderInfoLog(shader, $0, $1, $2) }
            glDeleteProgram(program)
            throw .shader(name: variant.name, log: log)
        }
        glAttachShader(program, shader)
    }

    /// The driver's message, at most 2048 bytes of it.
    private static func log(
        _ read: (GLsizei, UnsafeMutablePointer<GLsizei>, UnsafeMutablePointer<GLchar>?) -> Void
    ) -> String {
        let bytes = [UInt8](unsafeUninitializedCapacity: 2048) { buffer, count in
            var length: GLsizei = 0
            buffer.withMemoryRebound(to: GLchar.self) {
                read(GLsizei($0.count), &length, $0.baseAddress)
            }
            count = Int(length)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
