// The beginnings of text files, loaded when somebody unfolds them.

import { make, say } from "./ui.js";

/** How much of a file is loaded, in bytes. */
const most = 16_384;

/** The text of the first bytes of a file; the last character may be incomplete. What is not UTF-8 is taken for Shift_JIS. */
function decoded(bytes) {
    try {
        return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    } catch {
        return new TextDecoder("shift_jis").decode(bytes, { stream: true });
    }
}

async function load(folded) {
    const text = make("pre", { tabIndex: 0 });
    folded.append(text);
    try {
        const answer = await fetch(folded.previousElementSibling.href, { headers: { Range: `bytes=0-${most - 1}` } });
        if (!answer.ok) throw answer;
        const isCut = answer.headers.get("Content-Range")?.split("/")[1] > most;
        text.textContent = decoded(await answer.arrayBuffer()) + (isCut ? "…" : "");
    } catch {
        text.textContent = say("failed");
        // It is loaded when it is unfolded again.
        folded.addEventListener("toggle", () => text.remove(), { once: true });
    }
}

// The event does not bubble.
document.addEventListener("toggle", ({ target }) => {
    if (target.matches?.(".peek[open]") && !target.querySelector("pre")) load(target);
}, true);
