// Deletion with an undo: messages are hidden at once, and deleted when the time for the undo is over or the page is left.

import { isSignIn, post, submitNatively } from "./pages.js";
import { removeMessage } from "./thread.js";
import { counted, say, toast } from "./ui.js";

/** How long a deletion can be undone, in milliseconds. */
const undoTime = 5_000;
/** The messages that are about to be deleted. */
let pending = [];
let timer;

/** Hides messages or shows them again, with their groups if these have no others. */
function hide(items, isHidden) {
    for (const { id } of items) {
        const message = document.getElementById(id);
        if (!message) continue;
        message.hidden = isHidden;
        const group = message.closest(".group");
        group.hidden = [...group.querySelectorAll(".message")].every(({ hidden }) => hidden);
    }
}

/** Deletes messages after a while. Each item has the message's id ("m-…"), and the URL and the fields of its form. */
export function deleteLater(items) {
    commit();
    hide(items, true);
    pending = items;
    timer = setTimeout(commit, undoTime);
    toast(counted("deleting", items.length), { label: say("undo"), time: undoTime, action: undo });
}

function undo() {
    clearTimeout(timer);
    hide(pending, false);
    pending = [];
}

async function commit() {
    if (pending.length === 0) return;
    clearTimeout(timer);
    const items = pending;
    pending = [];
    // All at once, because the page may be left.
    const answers = await Promise.all(
        items.map(({ url, fields }) => post(url, fields, { keepalive: true }).catch(() => undefined)));
    const isDone = (answer) => answer?.ok && !isSignIn(answer);
    // A single form can be sent by the browser, which shows the server's page.
    if (items.length === 1 && answers[0] && !isDone(answers[0])) return submitNatively(items[0].url, items[0].fields);
    const failed = items.filter((_, index) => !isDone(answers[index]));
    for (const item of items) if (!failed.includes(item)) removeMessage(item.id);
    hide(failed, false);
    toast(failed.length > 0 ? say("failed") : counted("deleted", items.length));
}

// Messages that are replaced meanwhile stay hidden.
for (const happening of ["engawa:replaced", "engawa:merged", "engawa:more"]) {
    addEventListener(happening, () => hide(pending, true));
}
addEventListener("pagehide", commit);
