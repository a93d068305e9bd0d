// "?" shows which keys there are.

import { openSheet } from "./sheet.js";
import { say } from "./words.js";

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
const keys = [
    [[isApple ? "⌘" : "Ctrl", "K"], "switch"],
    [[isApple ? "⌥" : "Alt", "↑"], "previous-unread"],
    [[isApple ? "⌥" : "Alt", "↓"], "next-unread"],
    [["Enter"], "send-key"],
    [["Shift", "Enter"], "break-key"],
    [["@"], "mention"],
    [["Esc"], "close"],
    [["?"], "show-shortcuts"],
];

document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    if (!say("shortcuts") || document.querySelector("dialog[open]")) return;
    event.preventDefault();

    const title = document.createElement("h2");
    title.textContent = say("shortcuts");
    const list = document.createElement("dl");
    list.className = "keys";
    for (const [combination, meaning] of keys) {
        const row = document.createElement("div");
        const term = document.createElement("dt");
        for (const name of combination) {
            const key = document.createElement("kbd");
            key.textContent = name;
            term.append(key);
        }
        const text = document.createElement("dd");
        text.textContent = say(meaning);
        row.append(term, text);
        list.append(row);
    }
    const close = document.createElement("button");
    close.type = "button";
    close.className = "button";
    close.textContent = say("close");
    const content = document.createElement("div");
    content.className = "stack";
    content.append(title, list, close);
    const dialog = openSheet(content, { label: say("shortcuts"), kind: "shortcuts" });
    close.addEventListener("click", () => dialog.close());
    close.focus();
});
