"""What one person's page shows of a conversation: what was loaded, and what the stream has brought since."""

import html
import re

# A page has so many messages.
PAGE_MESSAGES = 50
PIECE = re.compile(r'<div class="message[^"]*" id="m-([0-9a-f-]{36})"')
MOMENT = re.compile(r'/messages/[0-9a-f-]{36}\?at=(\d+)')
REACTION = re.compile(
    r'<button type="submit" name="(?:add|remove)" value="([^"]*)" class="reaction[^>]*>[^<]* (\d+)</button>')


def reactions_of(markup):
    """How many people reacted with each emoji, in the markup of one message."""
    return {html.unescape(emoji): int(count) for emoji, count in REACTION.findall(markup)}


def shown_by(markup):
    """The ids of the messages of a page or fragment, in their order, with the reactions to each."""
    pieces = PIECE.split(markup)
    return {id: reactions_of(piece) for id, piece in zip(pieces[1::2], pieces[2::2])}


def moments_in(markup):
    """When the messages of a page or fragment were sent, as its links say it, by id."""
    pieces = PIECE.split(markup)
    return {id: found[1] for id, piece in zip(pieces[1::2], pieces[2::2]) if (found := MOMENT.search(piece))}


class View:
    def __init__(self):
        # With those that were deleted, and with notes of who came and went, as far as the stream has brought them.
        self.messages = []
        self.deleted = set()
        self.notes = set()
        self.reactions = {}
        self.moments = {}
        # Those that the streams, one going on where another ended, have brought and told to be deleted since one of them asked
        # to load again.
        self.brought = set()
        self.taken_back = set()
        # Whether it must be loaded again.
        self.is_stale = True
        # Events that wait until it is loaded; `None` while it is not being loaded.
        self.held = None

    @property
    def shown(self):
        return [id for id in self.messages if id not in self.deleted and id not in self.notes]

    def begin_loading(self):
        self.is_stale = False
        self.held = []

    def load(self, page):
        """Takes a page of the newest messages."""
        shown = shown_by(page)
        self.messages = [id for id in self.messages if id not in shown] if len(shown) >= PAGE_MESSAGES else []
        self.messages += shown
        self.reactions.update(shown)
        self.moments.update(moments_in(page))

    def end_loading(self):
        held, self.held = self.held, None
        for event in held:
            self.take(*event)

    def take(self, name, message, previous, markup):
        """Takes an event of the stream."""
        if self.held is not None:
            return self.held.append((name, message, previous, markup))
        match name:
            case "posted":
                self.post(message, previous, markup)
            case "changed":
                self.reactions.update(shown_by(markup))
            case "deleted":
                self.deleted.add(message)
            case "refresh" | "conversation" | "joined" | "gone":
                self.is_stale = True

    def post(self, id, previous, markup):
        """Appends a message, as the script of the page does: one that is there already may have changed since, and where
        another one is the last, the page is loaded again."""
        if id in self.messages:
            return self.reactions.update(shown_by(markup))
        last = next((id for id in reversed(self.messages) if id not in self.deleted), None)
        if last and previous != last:
            self.is_stale = True
            return
        shown = shown_by(markup)
        self.reactions.update(shown)
        self.moments.update(moments_in(markup))
        if id not in shown:
            self.notes.add(id)
        self.messages.append(id)
