internal import Media

/// Which addresses of a feed are taken.
struct FeedLinks {
    /// Where the feed is; nil where that is not known: relative addresses are none then.
    let base: FeedAddress?

    /// - Parameters:
    ///   - text: As the feed has it.
    ///   - base: What it is relative to.
    /// - Returns: The address; nil for what is none, or none that may be opened. A feed of the
    ///   network names no files of this machine, which are none of its business.
    func address(_ text: String?, base: FeedAddress?) -> AddressText? {
        guard let text, let address = FeedAddress(reference: text, base: base) else { return nil }
        guard !address.isFile || self.base?.isFile == true else { return nil }
        // Such as `#`, which leads to the feed itself.
        guard address != self.base else { return nil }
        return AddressText(address.text)
    }
}

/// The forms of one thing, as a feed lists them.
struct VariantList {
    private var variants: [FeedVariant] = []
    private var images: [FeedVariant] = []

    /// Whether there are pictures and nothing else.
    var isImage: Bool { variants.isEmpty && !images.isEmpty }

    /// What it is made of: pictures are the thing itself only where there is nothing else.
    var part: ItemDraft.Part {
        variants.isEmpty
            ? ItemDraft.Part(variants: images)
            : ItemDraft.Part(thumbnail: images.first?.url, variants: variants)
    }

    /// - Parameters:
    ///   - variant: One form. Named before, it adds what was not said then.
    ///   - medium: What Media RSS calls its kind.
    mutating func add(_ variant: FeedVariant, medium: String? = nil) {
        guard MediaType.isShowable(variant.mediaType, medium: medium) else { return }
        if MediaType.isImage(variant, medium: medium) {
            Self.add(variant, to: &images)
        } else {
            Self.add(variant, to: &variants)
        }
    }

    private static func add(_ variant: FeedVariant, to list: inout [FeedVariant]) {
        guard let index = list.firstIndex(where: { $0.url == variant.url }) else {
            if list.count < FeedLimits.variants { list.append(variant) }
            return
        }
        list[index].mediaType = list[index].mediaType ?? variant.mediaType
        list[index].bitsPerSecond = list[index].bitsPerSecond ?? variant.bitsPerSecond
        list[index].width = list[index].width ?? variant.width
        list[index].height = list[index].height ?? variant.height
        list[index].durationSeconds = list[index].durationSeconds ?? variant.durationSeconds
        if variant.isDefault { list[index].isDefault = true }
    }
}

/// Media types, as feeds give them.
enum MediaType {
    /// In lower case, without parameters; nil for what is none.
    static func normal(_ text: String?) -> String? {
        guard let text, text.utf8.count <= 200 else { return nil }
        let type = text.prefix { $0 != ";" && $0 != "," }.filter { !$0.isWhitespace }.lowercased()
        return type.split(separator: "/").count == 2 ? type : nil
    }

    /// Whether it may be a picture, a video or a sound: everything that is not known not to be.
    static func isShowable(_ type: String?, medium: String?) -> Bool {
        if let medium, ["document", "executable"].contains(medium.lowercased()) { return false }
        guard let type else { return true }
        let isText = ["text/", "font/", "message/", "model/"].contains { type.hasPrefix($0) }
        return !isText && !documents.contains(type)
    }

    private static let documents: Set<String> = [
        "application/atom+xml", "application/epub+zip", "application/gzip", "application/json",
        "application/msword", "application/pdf", "application/rss+xml", "application/srt",
        "application/x-bittorrent", "application/x-shockwave-flash", "application/x-subrip",
        "application/xhtml+xml", "application/xml", "application/zip",
    ]

    /// Whether it is a still picture, by what the feed says of it, else by its name.
    static func isImage(_ variant: FeedVariant, medium: String?) -> Bool {
        if let type = variant.mediaType { return type.hasPrefix("image/") }
        if let medium { return medium.lowercased() == "image" }
        let path = variant.url.withSecrets.prefix { $0 != "?" }
        return ImageFileFormat(ofFileNamed: path) != nil
    }
}
