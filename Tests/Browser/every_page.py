"""A path of every kind of page, by the name of the page."""

from acting import BOB, HIKERS, VERANDA

# A message of alice.
OWN = f"/conversations/{VERANDA}/messages/550e8400-e29b-41d4-a716-446655500084"

WITHOUT_SESSION = {"sign-in": "/sign-in", "register": "/register", "sign-in-to-return": "/sign-in?return=/profile"}


def pages_of(someone):
    """Those for a signed-in user, some of which are about messages and people of the sample data."""
    someone.open(VERANDA)
    message = someone.page.locator(".messages .more").last.evaluate("link => link.pathname + link.search")
    profile = someone.page.locator(".group:not(.mine) .author a").first.get_attribute("href")
    older = someone.page.locator("a.older").first.get_attribute("href")
    return {
        "conversations": "/conversations",
        "new-conversation": "/conversations/new",
        "group": f"/conversations/{VERANDA}",
        "direct": f"/conversations/{BOB}",
        "older-messages": older,
        "message": message,
        "edit": f"{OWN}/edit",
        "edit-history": f"{OWN}/versions",
        "forward": f"{OWN}/forward",
        "report": message.replace("?", "/report?"),
        "reply": f"/conversations/{VERANDA}?reply={message.split('/')[4].split('?')[0]}",
        "members": f"/conversations/{VERANDA}/members",
        "conversation-notifications": f"/conversations/{VERANDA}/notifications",
        "pins": f"/conversations/{VERANDA}/pins",
        "group-settings": f"/conversations/{VERANDA}/group",
        "open-groups": "/conversations/open",
        "invites": f"/conversations/{VERANDA}/invites",
        "files": f"/conversations/{VERANDA}/files",
        "person": profile,
        "bookmarks": "/bookmarks",
        "mentions": "/mentions",
        "search": "/search",
        "search-found": "/search?q=tea",
        "search-nothing-found": "/search?q=" + "x" * 200,
        "profile": "/profile",
        "notifications": "/profile/notifications",
        "appearance": "/profile/appearance",
        "place-emoji": "/emoji",
        "own-name": "/profile/name",
        "self-description": "/profile/about",
        "poll": f"/conversations/{VERANDA}/poll",
        "send-later": f"/conversations/{VERANDA}/later",
        "scheduled": "/scheduled",
        "own-picture": "/profile/picture",
        "group-picture": f"/conversations/{HIKERS}/picture",
        "blocked": "/profile/blocked",
        "sessions": "/profile/sessions",
        "sign-in-methods": "/profile/sign-in",
        "security": "/profile/security",
        "session": "/session",
        "nowhere": "/nowhere",
    }


# Those of a site admin, whose own session is the only one.
OF_ADMINS = {
    "everybodys-sessions": "/admin/sessions",
    "people": "/admin/people",
    "reports": "/admin/reports",
    "audit-log": "/admin/audit",
    "figures": "/admin/figures",
}
