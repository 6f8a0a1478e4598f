internal import Media

extension PixelRect {
    /// Where the rectangle is after the whole picture, of size `picture` before,
    /// was turned clockwise.
    func turned(_ rotation: Rotation, in picture: PixelSize) -> Self {
        switch rotation {
        case .none:
            self
        case .clockwise90:
            Self(x: picture.height - maxY, y: x, width: height, height: width)
        case .halfTurn:
            Self(x: picture.width - maxX, y: picture.height - maxY, width: width, height: height)
        case .clockwise270:
            Self(x: y, y: picture.width - maxX, width: height, height: width)
        }
    }
}

extension PixelSize {
    func turned(_ rotation: Rotation) -> Self { rotation.exchangesAxes ? transposed : self }
}
