// Keyboard shortcuts of all pages.

import { hasMore, namedRows, rows } from "./list.js";
import { folded, isComposing, make, openSheet, options, say, toast } from "./ui.js";

// Ctrl+K opens a conversation by a part of its name. Alt and an arrow key open the next unread conversation.
let dialog;
/** How long after the last input the server is asked, in milliseconds. */
const askDelay = 150;

async function open() {
    if (dialog?.open) return dialog.close();
    let all;
    let isPart;
    try {
        [all, isPart] = [await rows(), await hasMore()];
    } catch {
        return location.assign("/conversations");
    }
    if (dialog?.open) return;
    const field = make("input", {
        type: "search", placeholder: say("filter"), autocomplete: "off", spellcheck: false, role: "combobox",
        "aria-label": say("filter"), "aria-expanded": "true",
    });
    const list = make("ul", { id: "switcher-list", className: "options", "aria-label": say("conversations") });
    const nothing = make("p", { className: "nothing-found muted", role: "status" });
    dialog = openSheet(make("div", { className: "switcher-content" }, field, list, nothing), { label: say("switch"), kind: "switcher" });

    const choice = options(field, list, draw, ({ href }) => location.assign(href));
    const show = () => {
        const words = folded(field.value).split(/\s+/);
        const found = all.filter(({ title, people }) => words.every((word) => folded(`${title} ${people}`).includes(word)));
        clearTimeout(timer);
        if (!isPart || !field.value) return offer(found);
        offer(found, true);
        const typed = field.value;
        // After an error, what is known stays.
        timer = setTimeout(() => namedRows(typed).then((named) => field.value === typed && offer(named), () => {}), askDelay);
    };
    let timer;
    const offer = (found, isComing) => {
        choice.show(found);
        list.hidden = found.length === 0;
        nothing.textContent = found.length === 0 && !isComing ? say("nothing-found") : "";
    };
    field.addEventListener("input", show);
    field.addEventListener("keydown", (event) => {
        if (isComposing(event)) return;
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step && !event.altKey) choice.move(step);
        else if (event.key === "Enter") choice.take();
        else return;
        event.preventDefault();
    });
    show();
    field.focus();
}

function draw({ title, people, avatar, badge }) {
    const text = make("span", { className: "option-text" }, make("span", {}, title));
    if (people) text.append(make("span", { className: "muted" }, people));
    return [avatar, text, badge].filter((part) => part).map((part) => part.cloneNode(true));
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
