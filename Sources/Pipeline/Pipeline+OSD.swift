public import Compositing
internal import Synchronization

extension Pipeline {
    /// Lets something lie over all that is shown, from the next scanout on, while the output has
    /// the size that it was made for.
    ///
    /// Its memory is given back by whoever lets the sheet go last: kept until a few more were laid,
    /// that is hardly ever the presentation thread.
    ///
    /// - Parameter sheet: Nil for nothing.
    /// - Throws: `PipelineError.busy`, `.output` when the run has ended; all is then as before.
    public func lay(_ sheet: OSDSheet?) throws(PipelineError) {
        try state.withLock { (state) throws(PipelineError) in
            try send(.lay(sheet), answers: 0, &state)
        }
    }
}
