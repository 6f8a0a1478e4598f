internal import CGraphics
internal import Media

/// The corners of the rectangles that a layout is drawn with, where the
/// renderer reads them: they change with the layout, not with its pictures.
///
/// Thread: bound to the context's thread. Its memory goes with the context.
struct RectangleBuffer: ~Copyable {
    private(set) var main = Vertices()
    private(set) var mainUnderWindow = Vertices()
    private(set) var interior = Vertices()
    private(set) var rim = Vertices()
    /// One for each picture that lies over everything, in their order.
    private(set) var osd = PerOSDPicture<Vertices>(repeating: Vertices())
    /// All of the layout's output.
    private(set) var output = Vertices()
    /// All of what the picture is posted to.
    private(set) var all = Vertices()

    private var places: [Place] = []

    /// Consecutive corners, three to a triangle.
    struct Vertices {
        var first: GLint = 0
        var count: GLsizei = 0

        var isEmpty: Bool { count == 0 }

        func draw() {
            glDrawArrays(GL.TRIANGLES, first, count)
        }
    }

    /// A corner in output pixels.
    private struct Place {
        var x: GLfloat
        var y: GLfloat

        init(_ x: Int32, _ y: Int32) {
            (self.x, self.y) = (GLfloat(x), GLfloat(y))
        }
    }

    /// Lets the programs of the current context read the buffer from now on.
    ///
    /// - Parameter posted: The size of what is posted to, if that is ever done.
    mutating func setUp(posted: PixelSize?) {
        var buffer: GLuint = 0
        glGenBuffers(1, &buffer)
        glBindBuffer(GL.ARRAY_BUFFER, buffer)
        glVertexAttribPointer(ShaderProgram.placeAttribute, 2, GL.FLOAT, 0, 0, nil)
        glEnableVertexAttribArray(ShaderProgram.placeAttribute)
        all = add([posted.map { PixelRect($0) } ?? .zero, .zero, .zero, .zero])
        upload()
    }

    /// Makes the rectangles those of a layout, and of what lies over it.
    mutating func prepare(_ layout: DrawLayout, _ list: OSDList) {
        let plan = DrawPlan(layout)
        places.removeLast(places.count - Int(all.count))
        main = add(plan.main)
        mainUnderWindow = add(plan.mainUnderWindow)
        interior = add([plan.interior, .zero, .zero, .zero])
        rim = add(plan.rim)
        output = add([PixelRect(layout.size), .zero, .zero, .zero])
        for index in 0..<list.count {
            osd[index] = add([list[index].bounds, .zero, .zero, .zero])
        }
        upload()
    }

    private mutating func add(_ rectangles: DrawPlan.Rectangles) -> Vertices {
        let first = places.count
        for index in rectangles.indices where !rectangles[index].isEmpty {
            let rect = rectangles[index]
            let (topLeft, topRight) = (Place(rect.x, rect.y), Place(rect.maxX, rect.y))
            let (left, right) = (Place(rect.x, rect.maxY), Place(rect.maxX, rect.maxY))
            places += [topLeft, topRight, left, left, topRight, right]
        }
        return Vertices(first: GLint(first), count: GLsizei(places.count - first))
    }

    private func upload() {
        places.withUnsafeBytes {
            glBufferData(GL.ARRAY_BUFFER, $0.count, $0.baseAddress, GL.STATIC_DRAW)
        }
    }
}
