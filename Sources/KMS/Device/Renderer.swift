internal import CDRM
internal import Glibc

/// A device that may draw for displays, by what the kernel says of it.
///
/// Mesa would say it as well, but where there is no GPU it sets up a renderer in software
/// first, which takes 60 MB.
struct Renderer: Hashable {
    let driver: String
    /// False for a virtual GPU without a real one behind it: Mesa asks the kernel, too.
    var draws = true

    /// Drivers of devices without a GPU, of which some have render nodes.
    private static let plainDrivers: Set<String> = [
        "ast", "bochs-drm", "cirrus", "gud", "hyperv_drm", "mgag200", "ofdrm", "qxl", "simpledrm",
        "udl", "vboxvideo", "vgem", "vkms",
    ]

    private var mayDraw: Bool { draws && !Self.plainDrivers.contains(driver) }

    /// Whether a GPU may draw for this display.
    ///
    /// - Parameter others: What there is on the machine, this one too where it draws itself.
    /// - Returns: True where only trying tells: a display without a GPU of its own may have that
    ///   of any other device.
    func mayHaveGPU(among others: some Sequence<Renderer>) -> Bool {
        mayDraw && others.contains(where: \.mayDraw)
    }
}

extension Renderer {
    /// GPUs whose drivers have no render node but this file in `/dev`: of Arm, Vivante,
    /// Qualcomm, NVIDIA's Tegra and Imagination.
    static var withoutRenderNodes: [Renderer] {
        ["mali0", "galcore", "kgsl-3d0", "nvmap", "pvrsrvkm"]
            .filter { access("/dev/\($0)", F_OK) == 0 }
            .map { Renderer(driver: $0) }
    }

    /// Asks an open device.
    init(of device: CInt) {
        driver = Card.driver(of: device)
        draws =
            switch driver {
            case "virtio_gpu": cdrm_virtio_draws(device)
            case "vmwgfx": cdrm_vmware_draws(device)
            default: true
            }
    }
}
