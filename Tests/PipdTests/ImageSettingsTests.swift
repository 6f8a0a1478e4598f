import Testing

@testable import pipd

@Suite struct ImageSettingsTests {
    @Test(
        arguments: [
            (["STATE_DIRECTORY": "/var/lib/pipd", "HOME": "/root"], "/var/lib/pipd/pictures"),
            (["STATE_DIRECTORY": "/var/lib/a:/var/lib/b"], "/var/lib/a/pictures"),
            (["HOME": "/home/a", "XDG_PICTURES_DIR": "/home/a/Bilder"], "/home/a/Bilder"),
            (["HOME": "/home/a/"], "/home/a/Pictures"),
            (["HOME": "relative"], nil),
            ([:], nil),
        ] as [([String: String], String?)]
    )
    func theLibraryIsTheServicesOrTheUsers(environment: [String: String], library: String?) {
        #expect(ImageSettings.standard(environment).library == library)
    }

    @Test(
        arguments: [
            ("/srv/a/x.jpg", "/srv/a", "x.jpg"),
            ("/srv/a/deep/x.jpg", "/srv/a/deep", "x.jpg"),
            ("/srv/a/deeper/x.jpg", "/srv/a", "deeper/x.jpg"),
            ("/srv/a//x.jpg", "/srv/a", "x.jpg"),
            ("/pictures/x.jpg", "/pictures", "x.jpg"),
            // Left to the kernel, which refuses it.
            ("/srv/a/../x.jpg", "/srv/a", "../x.jpg"),
        ]
    )
    func aFileLiesInTheInnermostDirectory(path: String, directory: String, rest: String) {
        let settings = ImageSettings(
            library: "/pictures",
            directories: ["/srv/a", "/srv/a/deep"]
        )
        let place = settings.place(of: path)
        #expect(place?.directory == directory)
        #expect(place?.rest == rest)
    }

    @Test(arguments: ["/srv/x.jpg", "/srv/ab/x.jpg", "/srv/a", "/srv/a/", "srv/a/x.jpg", "", "/"])
    func otherFilesLieNowhere(path: String) {
        #expect(ImageSettings(directories: ["/srv/a"]).place(of: path) == nil)
    }

    @Test func withoutDirectoriesNothingIsWritten() {
        #expect(ImageSettings().place(of: "/tmp/x.jpg") == nil)
        #expect(ImageSettings(directories: ["/"]).place(of: "/tmp/x.jpg")?.rest == "tmp/x.jpg")
    }
}
