// "?" shows which keys there are.

import { make } from "./make.js";
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

    const rows = keys.map(([combination, meaning]) => make("div", {},
        make("dt", {}, ...combination.map((name) => make("kbd", {}, name))), make("dd", {}, say(meaning))));
    const close = make("button", { type: "button", className: "button" }, say("close"));
    const content = make("div", { className: "stack" },
        make("h2", {}, say("shortcuts")), make("dl", { className: "keys" }, ...rows), close);
    const dialog = openSheet(content, { label: say("shortcuts"), kind: "shortcuts" });
    close.addEventListener("click", () => dialog.close());
    close.focus();
});
