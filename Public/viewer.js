// Shows files of messages: pictures one at a time, as large as the window, and the beginnings of texts. Arrow keys and
// swipes lead to the next picture, a click shows all pixels, and Escape or the back button leads back to the page.

import { isPlain, make, makeButton, openSheet, say } from "./ui.js";

/** The width of the largest pictures that the server makes, in pixels. */
const large = 1_920;
/** How far a finger moves for the next picture, in pixels. */
const swipe = 60;

let open;

/** The address of the picture behind a link, at most `large` pixels. */
const addressOf = (link) => `${link.pathname}?width=${large}`;

function view(link) {
    const links = [...document.querySelectorAll("main a.picture")];
    let index = links.indexOf(link);
    const picture = make("img", { className: "viewed" });
    const name = make("a", { className: "viewed-name" });
    const button = (word, text, act) => makeButton(`button quiet ${word}`, text, act, say(word));
    const show = (next) => {
        if (!links[next]) return;
        index = next;
        dialog.classList.remove("whole");
        picture.src = addressOf(links[index]);
        picture.alt = name.textContent = links[index].title;
        name.href = links[index].href;
        previous.disabled = index === 0;
        following.disabled = index === links.length - 1;
    };
    const previous = button("picture-before", "‹", () => show(index - 1));
    const following = button("picture-after", "›", () => show(index + 1));
    const content = make("div", { className: "viewer-content" }, picture, make("div", { className: "viewer-bar" },
        previous, name, following, button("close", "×", () => dialog.close())));
    const dialog = openSheet(content, { label: link.title, kind: "viewer", back: link });
    dialog.addEventListener("keydown", ({ key }) => {
        if (key === "ArrowLeft") show(index - 1);
        if (key === "ArrowRight") show(index + 1);
    });
    picture.addEventListener("click", () => {
        // The file itself, with all its pixels.
        if (dialog.classList.toggle("whole")) picture.src = links[index].href;
    });
    let start;
    picture.addEventListener("pointerdown", ({ clientX, pointerType }) => (start = pointerType === "touch" ? clientX : undefined));
    picture.addEventListener("pointerup", ({ clientX }) => {
        if (start === undefined || dialog.classList.contains("whole")) return;
        if (Math.abs(clientX - start) > swipe) show(index + (clientX < start ? 1 : -1));
        start = undefined;
    });
    // The back button closes the picture instead of leaving the page.
    history.pushState({ ...history.state, viewer: true }, "");
    open = dialog;
    dialog.addEventListener("close", () => {
        open = undefined;
        if (history.state?.viewer) history.back();
    });
    show(index);
}

addEventListener("popstate", () => open?.close());

addEventListener("click", (event) => {
    const link = event.target.closest?.("main a.picture");
    if (!link || !isPlain(event)) return;
    event.preventDefault();
    view(link);
});

// The beginnings of text files, loaded when somebody unfolds them.

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
