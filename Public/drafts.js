// A draft is one draft on all of the person's open pages: what is typed on one appears on the others, and what is sent
// from one is in no box any more.

import { box, draftIsStored, form, grow, isInUse, pageName, showDraft } from "./composer.js";
import { load } from "./pages.js";
import { followReply } from "./send.js";

/** Takes what the server tells of the draft of this conversation. */
export function takeDraft(data) {
    if (!form || data.page === pageName) return;
    if (data.sent !== undefined) empty(data);
    else if (!isInUse()) show(data);
}

/**
 * Empties the box if its text was sent: it may lack the end, which was typed and sent at once. Of a long message only the
 * beginning is told.
 */
function empty({ sent, isCut }) {
    const text = box.value.trim();
    if (!text || !(sent.trimStart().startsWith(text) || (isCut && text.startsWith(sent)))) return;
    box.value = "";
    grow();
    followReply();
    draftIsStored();
}

async function show({ conversation, text, key, reply }) {
    const before = box.value;
    try {
        // Longer than an event.
        text ??= (await load(`/conversations/${conversation}?at=newest`)).page.getElementById("text").value;
        await followReply(reply);
    } catch {
        return;
    }
    if (box.value === before) showDraft(text, key);
}
