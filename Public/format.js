// Formatting on a desk: a button with the four kinds, and keys. Each changes the selected text, or leaves the caret where
// the text goes.

import { box, insert } from "./composer.js";
import { isComposing, make, makeButton, openSheet, say } from "./ui.js";

/** The mark around the selection. */
const around = { bold: "**", code: "`" };
/** The mark at the beginning of each selected line. */
const before = { list: "- ", quote: "> " };
const isDesk = matchMedia("(hover: hover) and (pointer: fine)").matches;

export function format(kind) {
    const { selectionStart: start, selectionEnd: end, value } = box;
    const text = value.slice(start, end);
    box.focus();
    if (kind === "code" && text.includes("\n")) return insert(`\`\`\`\n${text.trim()}\n\`\`\``);
    const mark = around[kind];
    if (mark) {
        insert(mark + text + mark);
        if (!text) box.setSelectionRange(start + mark.length, start + mark.length);
        return;
    }
    const first = value.lastIndexOf("\n", start - 1) + 1;
    insert(value.slice(first, end).replace(/^/gm, before[kind]), first, end);
}

function open(button) {
    const items = [...Object.keys(around), ...Object.keys(before)].map((kind) => {
        const example = around[kind] ? around[kind] + say(kind) + around[kind] : before[kind] + say(kind);
        const item = makeButton("button quiet", say(kind), () => {
            dialog.close();
            format(kind);
        });
        item.append(make("code", {}, example));
        return item;
    });
    const { selectionStart, selectionEnd } = box;
    const dialog = openSheet(make("div", { className: "menu-items" }, ...items), { label: say("format"), kind: "formats", anchor: button, back: box });
    dialog.addEventListener("close", () => box.setSelectionRange(selectionStart, selectionEnd), { once: true });
    items[0].focus();
}

if (box && isDesk && say("format")) {
    const button = makeButton("format-button", "Aa", () => open(button), say("format"), { "aria-haspopup": "dialog" });
    box.after(button);
    const keys = { b: "bold", e: "code" };
    box.addEventListener("keydown", (event) => {
        const kind = keys[event.key.toLowerCase()];
        if (!kind || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || isComposing(event)) return;
        event.preventDefault();
        format(kind);
    });
}
