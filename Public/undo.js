// Deletion with an undo: a message is hidden at once, and deleted when the time for the undo is over or the page is left.

import { isSignIn, post, submitNatively } from "./pages.js";
import { removeMessage } from "./thread.js";
import { say, toast } from "./ui.js";

/** How long a deletion can be undone, in milliseconds. */
const undoTime = 5_000;
/** The message that is about to be deleted. */
let pending;

/** Hides the message `id` ("m-…") or shows it again, with its group if that has no other. */
function hide(id, isHidden) {
    const message = document.getElementById(id);
    if (!message) return;
    message.hidden = isHidden;
    const group = message.closest(".group");
    group.hidden = [...group.querySelectorAll(".message")].every(({ hidden }) => hidden);
}

/** Deletes a message after a while; `fields` are those of the form at `url`. */
export function deleteLater(url, fields, id) {
    commit();
    hide(id, true);
    pending = { url, fields, id, timer: setTimeout(commit, undoTime) };
    toast(say("deleting"), { label: say("undo"), time: undoTime, action: undo });
}

function undo() {
    if (!pending) return;
    clearTimeout(pending.timer);
    hide(pending.id, false);
    pending = undefined;
}

async function commit() {
    if (!pending) return;
    const { url, fields, id, timer } = pending;
    clearTimeout(timer);
    pending = undefined;
    try {
        const answer = await post(url, fields, { keepalive: true });
        if (!answer.ok || isSignIn(answer)) return submitNatively(url, fields);
        removeMessage(id);
        toast(say("deleted"));
    } catch {
        hide(id, false);
        toast(say("failed"));
    }
}

// Messages that are replaced meanwhile stay hidden.
for (const happening of ["engawa:replaced", "engawa:merged", "engawa:more"]) {
    addEventListener(happening, () => pending && hide(pending.id, true));
}
addEventListener("pagehide", commit);
