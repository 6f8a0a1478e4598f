"""What a part gives back."""

import dataclasses

from .arithmetic import ratio


@dataclasses.dataclass
class Table:
    """Figures that only explain: never compared, never a threshold."""
    title: str
    header: list
    rows: list


@dataclasses.dataclass
class Measurement:
    """One figure of pipd, the same of its peers, and what is wanted.

    What is compared is the ratio pipd/best peer, or pipd's figure itself where no peer can have
    it (`peers` and `missing` empty), such as allocations.
    """
    name: str  # PART/WHAT; names the threshold, so it stays
    what: str  # a few words, for the table
    unit: str  # such as "ms a frame"
    pipd: float | None  # None: it failed; `missing["pipd"]` says why
    peers: dict = dataclasses.field(default_factory=dict)  # figures that count, by peer
    references: dict = dataclasses.field(default_factory=dict)  # shown, but not comparable
    # pipd/peer where both were measured side by side, round by round, because the rounds differ
    # more than the programs; replaces the ratio of the figures.
    paired: dict = dataclasses.field(default_factory=dict)
    missing: dict = dataclasses.field(default_factory=dict)  # why a peer has no figure
    more_is_better: bool = False
    aim: float | None = None  # largest (smallest) compared value wanted; None: for information
    # How much worse than measured a recalculated threshold lets it get; None: no threshold.
    slack: float | None = 1.25
    notes: list = dataclasses.field(default_factory=list)  # sentences
    commands: dict = dataclasses.field(default_factory=dict)  # what ran, by program
    tables: list = dataclasses.field(default_factory=list)

    @property
    def best_peer(self):
        """The peer to beat, or None."""
        if not self.peers:
            return None
        if self.paired:
            return (min if self.more_is_better else max)(self.paired, key=self.paired.get)
        return (max if self.more_is_better else min)(self.peers, key=self.peers.get)

    @property
    def is_alone(self):
        """Whether there never was a peer to compare with."""
        return not self.peers and not set(self.missing) - {"pipd"}

    @property
    def ratio(self):
        """pipd over the best peer, or None."""
        if self.paired:
            return self.paired[self.best_peer]
        return ratio(self.pipd, self.peers.get(self.best_peer))

    @property
    def compared(self):
        """What aim and threshold are about; None when it could not be measured."""
        return self.pipd if self.is_alone else self.ratio

    @property
    def met(self):
        """Whether the aim is met; None without an aim, or without a figure."""
        if self.aim is None or self.compared is None:
            return None
        return not self.is_worse(self.compared, self.aim)

    def is_worse(self, value, limit):
        """Whether a compared value is on the wrong side of a limit."""
        return value < limit if self.more_is_better else value > limit

    def as_json(self):
        """Everything, for results.json."""
        return dataclasses.asdict(self) | {
            "best_peer": self.best_peer, "ratio": self.ratio, "met": self.met}
