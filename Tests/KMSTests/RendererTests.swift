import Testing

@testable import KMS

/// On which machines a GPU is tried, by what their kernels say.
@Suite struct RendererTests {
    /// The machine, its display, what else may draw there, and whether a GPU is tried.
    @Test(
        arguments: [
            ("Intel", "i915", ["i915"], true),
            ("AMD", "amdgpu", ["amdgpu"], true),
            ("Intel beside NVIDIA", "xe", ["nvidia-drm", "xe"], true),
            ("a render node for other users", "i915", ["unknown"], true),
            ("Raspberry Pi 3", "vc4", ["vc4"], true),
            ("Raspberry Pi 4: the GPU is a device of its own", "vc4", ["v3d"], true),
            ("i.MX 6", "imx-drm", ["etnaviv"], true),
            ("i.MX 6ULL, without a GPU", "mxsfb-drm", [], false),
            ("Rockchip", "rockchip", ["panfrost"], true),
            ("Rockchip with Arm's driver", "rockchip", ["mali0"], true),
            ("a simulated GPU before a real one", "vc4", ["vgem", "v3d"], true),
            ("a simulated GPU alone", "mxsfb-drm", ["vgem"], false),
            ("a simulated display", "vkms", [], false),
            ("the firmware's picture", "simpledrm", [], false),
            ("QEMU's plain display", "bochs-drm", [], false),
            ("a server that computes on a GPU", "ast", ["amdgpu"], false),
            ("QEMU with virgl", "virtio_gpu", ["virtio_gpu"], true),
            ("QEMU without", "virtio_gpu-", ["virtio_gpu-"], false),
            ("QEMU without, beside a real GPU", "virtio_gpu-", ["virtio_gpu-", "i915"], false),
            ("the display of that GPU", "i915", ["virtio_gpu-", "i915"], true),
            ("VMware with 3D", "vmwgfx", ["vmwgfx"], true),
            ("VMware without", "vmwgfx-", ["vmwgfx-"], false),
        ] as [(String, Device, [Device], Bool)]
    )
    func aGPUIsTriedWhereOneMayDraw(
        machine: String,
        display: Device,
        others: [Device],
        expected: Bool
    ) {
        #expect(display.renderer.mayHaveGPU(among: others.map(\.renderer)) == expected)
    }

    /// By its driver's name, with a minus where that says that it does not draw.
    struct Device: ExpressibleByStringLiteral, Sendable {
        let renderer: Renderer

        init(stringLiteral name: String) {
            let draws = !name.hasSuffix("-")
            renderer = Renderer(driver: draws ? name : String(name.dropLast()), draws: draws)
        }
    }
}
