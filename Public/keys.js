// Keyboard shortcuts of all pages.

import { rows } from "./list.js";
import { openSwitcher } from "./switcher.js";
import { isComposing, make, openSheet, say, toast } from "./ui.js";

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

document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    if (!say("shortcuts") || document.querySelector("dialog[open]")) return;
    event.preventDefault();

    const breaks = document.documentElement.dataset.enter === "break";
    const shown = !breaks ? keys : keys.map(([combination, meaning]) =>
        [meaning === "send-key" ? [isApple ? "⌘" : "Ctrl", "Enter"] : meaning === "break-key" ? ["Enter"] : combination, meaning]);
    const lines = shown.map(([combination, meaning]) => make("div", {},
        make("dt", {}, ...combination.map((name) => make("kbd", {}, name))), make("dd", {}, say(meaning))));
    const close = make("button", { type: "button", className: "button" }, say("close"));
    const content = make("div", { className: "stack" },
        make("h2", {}, say("shortcuts")), make("dl", { className: "keys" }, ...lines), close);
    const dialog = openSheet(content, { label: say("shortcuts"), kind: "shortcuts" });
    close.addEventListener("click", () => dialog.close());
    close.focus();
});
