/// Random numbers that are the same in every run: SplitMix64.
public struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    private var spare: Double?

    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Uniform from 0 up to 1.
    public mutating func fraction() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// Normally distributed with mean 0 and deviation 1, by Marsaglia's polar method.
    public mutating func gaussian() -> Double {
        if let spare = spare.take() { return spare }
        while true {
            let x = 2 * fraction() - 1
            let y = 2 * fraction() - 1
            let square = x * x + y * y
            guard square > 0, square < 1 else { continue }
            let scale = (-2 * logarithm(square) / square).squareRoot()
            spare = y * scale
            return x * scale
        }
    }

    /// The natural logarithm of a number above 0 and below 1, without Foundation.
    private func logarithm(_ value: Double) -> Double {
        // value = m · 2ᵉ with m in 1..<2; the series converges for z ≤ 1/3.
        let z = (value.significand - 1) / (value.significand + 1)
        var term = z
        var sum = 0.0
        for exponent in stride(from: 1, to: 40, by: 2) {
            sum += term / Double(exponent)
            term *= z * z
        }
        return 2 * sum + Double(value.exponent) * 0.693_147_180_559_945_3
    }
}
