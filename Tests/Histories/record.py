"""What was acknowledged in one history, what may have been done, and when who could hear what."""

import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field


@dataclass(eq=False)
class Message:
    """A message that somebody has tried to send."""

    conversation: str
    sender: str
    text: str
    # Known once it is acknowledged, and the answer has named it.
    id: str = None
    is_acknowledged: bool = False


@dataclass
class Membership:
    """Whether a person may hear a conversation, as far as it is known."""

    # When the removal was acknowledged; `None` for a member.
    removed_at: float = None
    # Whether a change had no answer, so that it may be done at any time later.
    is_unsure: bool = False
    # Whether somebody has tried to remove them.
    is_touched: bool = False
    # Whether the admin has tried to: then nobody else can let them in again.
    is_banned: bool = False


@dataclass
class Reaction:
    """A person's reaction to a message with one emoji."""

    is_there: bool = False
    is_unsure: bool = False


@dataclass
class Name:
    """A name that an admin has tried to give a group."""

    conversation: str
    text: str
    is_acknowledged: bool = False
    # Whether an attempt had no answer, so that it may be done at any time later.
    is_unsure: bool = False


@dataclass
class Record:
    """Times are those of `time.monotonic()`."""

    seed: int
    begin: float = field(default_factory=time.monotonic)
    messages: list = field(default_factory=list)
    deletions: set = field(default_factory=set)
    # Of messages whose deletion was asked for.
    deletions_asked: set = field(default_factory=set)
    reactions: dict = field(default_factory=lambda: defaultdict(Reaction))
    # In their order.
    names: list = field(default_factory=list)
    memberships: dict = field(default_factory=lambda: defaultdict(Membership))
    # By conversation and person: the messages up to which reading was acknowledged.
    reads: dict = field(default_factory=lambda: defaultdict(list))
    # Orders of messages that pages have shown: conversation, ids, and who saw them where.
    pages: list = field(default_factory=list)
    faults: list = field(default_factory=list)
    counts: Counter = field(default_factory=Counter)
    trace: list = field(default_factory=list)

    def note(self, who, what):
        self.trace.append(f"{time.monotonic() - self.begin:8.3f} {who} {what}")

    def fault(self, who, what):
        """Something that must not be."""
        self.note(who, f"FAULT {what}")
        self.faults.append(f"{who} {what}")

    def require(self, holds, who, what):
        if not holds:
            self.fault(who, what)
        return holds
