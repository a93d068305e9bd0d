// The keyboard on all pages: shortcuts, and the focus. On a desk a conversation opens in its text box, and what is typed
// anywhere goes there; keys lead from message to message, and between list, messages and text box.

import { box } from "./composer.js";
import { edit } from "./actions.js";
import { rows } from "./list.js";
import { messages } from "./scroll.js";
import { openSwitcher } from "./switcher.js";
import { lastMessage } from "./thread.js";
import { authorOf, isComposing, make, makeButton, openSheet, say, textOf, toast } from "./ui.js";

// Ctrl+K opens a conversation by a part of its name. Alt and an arrow key open the next unread conversation.

async function open() {
    const dialog = document.querySelector("dialog.switcher");
    if (dialog) return dialog.close();
    try {
        await openSwitcher(say("switch"), ({ href }) => location.assign(href));
    } catch {
        location.assign("/conversations");
    }
}

/** Opens the next unread conversation in the order of the list; `direction` is 1 for downwards, -1 for upwards. */
async function step(direction) {
    try {
        const all = await rows(true);
        const here = all.findIndex(({ path }) => path === location.pathname);
        const start = here < 0 && direction < 0 ? 0 : here;
        for (let count = 1; count <= all.length; count += 1) {
            const row = all[(start + direction * count + all.length * 2) % all.length];
            if (row.badge && row.path !== location.pathname) return location.assign(row.href);
        }
        toast(say("no-unread"));
    } catch {
        location.assign("/conversations");
    }
}

document.addEventListener("keydown", (event) => {
    if (isComposing(event) || !say("switch")) return;
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k") {
        event.preventDefault();
        open();
    } else if (event.altKey && !event.ctrlKey && !event.metaKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
        event.preventDefault();
        step(event.key === "ArrowDown" ? 1 : -1);
    }
});

// "?" shows the keyboard shortcuts.
const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
const keys = [
    [[isApple ? "⌘" : "Ctrl", "K"], "switch"],
    [[isApple ? "⌥" : "Alt", "↑"], "previous-unread"],
    [[isApple ? "⌥" : "Alt", "↓"], "next-unread"],
    [["Enter"], "send-key"],
    [["Shift", "Enter"], "break-key"],
    [["@"], "mention"],
    [[":"], "emoji-names"],
    [[isApple ? "⌘" : "Ctrl", "B"], "bold"],
    [[isApple ? "⌘" : "Ctrl", "E"], "code"],
    [["↑"], "last-message"],
    [["↑", "↓"], "walk-messages"],
    [["F6"], "next-area"],
    [[isApple ? "⌘" : "Ctrl", "Shift", "F"], "search-key"],
    [["Esc"], "close"],
    [["?"], "show-shortcuts"],
];

/** What the shortcuts are called. It is in a file of its own: pages would be larger with it. */
async function meanings() {
    const text = await (await fetch(new URL("keys.txt", import.meta.url))).text();
    const column = document.documentElement.lang === "ja" ? 1 : 2;
    const names = new Map(text.split("\n").map((line) => line.split("\t")).map((parts) => [parts[0], parts[column]]));
    return (name) => names.get(name) ?? say(name);
}

document.addEventListener("keydown", async (event) => {
    const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    if (!say("switch") || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    const nameOf = await meanings().catch(() => toast(say("failed")));
    // Another press may have opened it meanwhile.
    if (!nameOf || document.querySelector("dialog[open]")) return;

    const breaks = document.documentElement.dataset.enter === "break";
    const shown = !breaks ? keys : keys.map(([combination, meaning]) =>
        [meaning === "send-key" ? [isApple ? "⌘" : "Ctrl", "Enter"] : meaning === "break-key" ? ["Enter"] : combination, meaning]);
    const lines = shown.map(([combination, meaning]) => make("div", {},
        make("dt", {}, ...combination.map((name) => make("kbd", {}, name))), make("dd", {}, nameOf(meaning))));
    const close = makeButton("button", say("close"), () => dialog.close());
    const content = make("div", { className: "stack" },
        make("h2", {}, nameOf("shortcuts")), make("dl", { className: "keys" }, ...lines), close);
    const dialog = openSheet(content, { label: nameOf("shortcuts"), kind: "shortcuts" });
    close.focus();
});

const isDesk = matchMedia("(hover: hover) and (pointer: fine)").matches;
const isPointed = /^#m-/.test(location.hash);
const toBox = () => box?.focus({ preventScroll: true });

if (messages && box && isDesk && !isPointed && document.activeElement === document.body) {
    toBox();
    box.setSelectionRange(box.value.length, box.value.length);
}

/** What a message is called: its author, text and time. */
export const nameOf = (message) => [
    authorOf(message), textOf(message), message.title,
].join(", ");

/** Moves the focus to a message. */
function go(message) {
    if (!message) return;
    message.setAttribute("role", "article");
    message.setAttribute("aria-label", nameOf(message));
    message.tabIndex = -1;
    message.focus({ preventScroll: true });
    message.scrollIntoView({ block: "nearest", behavior: "instant" });
}

/** Moves the focus from `message` by a key; returns whether the key does that. */
function walk(message, key) {
    const all = [...messages.querySelectorAll(".message")];
    const index = all.indexOf(message);
    if (key === "ArrowUp") go(all[index - 1]);
    else if (key === "ArrowDown" && index === all.length - 1) toBox();
    else if (key === "ArrowDown") go(all[index + 1]);
    else if (key === "Home") go(all[0]);
    else if (key === "End") go(all.at(-1));
    else if (key === "Enter") message.querySelector(".more").click();
    else if (key === "Escape") toBox();
    else return false;
    return true;
}

/** From the empty text box: one's own last message is edited, another's is focused. */
function up() {
    const last = lastMessage();
    if (!last?.closest(".mine") || !("edit" in messages.dataset)) return go(last);
    const more = last.querySelector(".more");
    edit(more.href.replace(/(?=\?)/, "/edit").replace(/#.*/, ""), more);
}

/** The parts of the page between which F6 moves, in their order; those that are not shown are left out. */
function areas() {
    const list = document.querySelector("aside .conversations, main .conversations");
    return [
        [list, list?.querySelector("[aria-current]") ?? list?.querySelector("a")],
        [messages, messages && lastMessage()],
        [box?.form, box],
        [document.querySelector("aside.details"), document.querySelector("aside.details")],
    ].filter(([, target]) => target?.getClientRects().length > 0);
}

function nextArea(step) {
    const all = areas();
    const here = all.findIndex(([area]) => area.contains(document.activeElement));
    const [area, target] = all[here < 0 ? all.length - 1 : (here + step + all.length) % all.length] ?? [];
    if (area === messages) go(target);
    else target?.focus({ preventScroll: area === box?.form });
}

function search() {
    const field = [...document.querySelectorAll(".search input")].find((one) => one.getClientRects().length > 0);
    if (field) field.focus();
    else location.assign("/search");
}

/** Whether a key types a character outside of any field. */
function isStray({ key, target, ctrlKey, metaKey, altKey }) {
    return key.length === 1 && key !== " " && key !== "?" && !ctrlKey && !metaKey && !altKey
        && !target.closest("input, textarea, select, [contenteditable], dialog");
}

document.addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (event.defaultPrevented || isComposing(event) || !say("switch") || document.querySelector("dialog[open]")) return;
    const isPlain = !ctrlKey && !metaKey && !altKey && !shiftKey;
    if (key === "F6" && !ctrlKey && !metaKey && !altKey) nextArea(shiftKey ? -1 : 1);
    else if ((ctrlKey || metaKey) && shiftKey && !altKey && key.toLowerCase() === "f") search();
    else if (isPlain && key === "ArrowUp" && target === box && messages && !box.value) up();
    else if (isPlain && target.matches?.(".messages .message") && walk(target, key)) event.preventDefault();
    // The browser puts the character where the focus is.
    else return box && target.closest && isStray(event) ? toBox() : undefined;
    event.preventDefault();
});
