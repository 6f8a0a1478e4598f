internal import CGraphics

/// The programs used so far; compiled when they are wanted for the first time.
///
/// Thread: bound to the context's thread. Its memory goes with the context.
struct ProgramCache: ~Copyable {
    private var programs: [ShaderVariant: ShaderProgram] = [:]

    /// The program in use from now on.
    ///
    /// - Throws: `shader` with the driver's message.
    mutating func use(_ variant: ShaderVariant) throws(CompositingError) -> ShaderProgram {
        if let program = programs[variant] {
            glUseProgram(program.name)
            return program
        }
        let program = try ShaderProgram(variant)
        programs[variant] = program
        return program
    }
}
