// The emoji picker, with groups, a search by keyword, recent emoji, and skin tones.
//
// Recent emoji and the skin tone are stored in the browser only.

import { drawn, findEmoji, groups, nameOf, words } from "./emoji.js";
import { isComposing, make, makeButton, openSheet, say } from "./ui.js";

const tones = ["", "🏻", "🏼", "🏽", "🏾", "🏿"];
const maximumRecent = 16;

function remembered(key) {
    try {
        return JSON.parse(localStorage.getItem(key));
    } catch {
        return null;
    }
}

function remember(key, value) {
    try {
        localStorage.setItem(key, JSON.stringify(value));
    } catch {
        // Storage is not available.
    }
}

const [searchEmoji, foundEmoji, recentEmoji, skinTone, noEmoji] = words;
const all = groups.flatMap(([, list]) => list);
const find = (emoji) => all.find((one) => one.emoji === emoji);
const toned = ({ emoji, hasTones }, tone) => (hasTones && tone ? emoji.replace("\ufe0f", "") + tone : emoji);

/** Opens the picker; resolves to the emoji, or to `undefined` if the picker is closed. */
export function pick(anchor, back = anchor) {
    return new Promise((resolve) => new Picker(anchor, back, resolve));
}

class Picker {
    constructor(anchor, back, resolve) {
        this.tone = tones[remembered("emoji-tone")] ?? "";
        const recent = remembered("emoji-recent");
        this.recent = Array.isArray(recent) ? recent.filter(find) : [];
        this.field = make("input", {
            type: "search", placeholder: searchEmoji, autocomplete: "off", spellcheck: false,
            "aria-label": searchEmoji,
        });
        this.tabs = make("div", { className: "picker-tabs" });
        this.body = make("div", { className: "picker-body" });
        this.toneRow = make("div", { className: "picker-tones", role: "group", "aria-label": skinTone });
        const content = make("div", { className: "picker-content" }, this.field, this.tabs, this.body, this.toneRow);
        this.drawTones();
        this.draw();
        this.dialog = openSheet(content, { label: say("more-emoji"), kind: "emoji-picker", anchor, back });
        this.dialog.addEventListener("close", () => resolve(this.chosen));
        this.field.addEventListener("input", () => this.draw());
        this.field.addEventListener("keydown", (event) => this.keyInField(event));
        this.body.addEventListener("keydown", (event) => this.keyInGrid(event));
        this.field.focus();
    }

    draw() {
        const typed = this.field.value.trim();
        this.tabs.hidden = typed !== "";
        if (typed) {
            const found = findEmoji(typed).map(({ one }) => one);
            const nothing = make("p", { className: "muted", textContent: noEmoji });
            this.body.replaceChildren(found.length > 0 ? this.group(foundEmoji, found) : nothing);
        } else {
            const shown = [...(this.recent.length > 0 ? [[recentEmoji, this.recent.map(find)]] : []), ...groups];
            const parts = shown.map(([name, list]) => this.group(name, list));
            this.body.replaceChildren(...parts);
            this.tabs.replaceChildren(...shown.map(([name, list], index) =>
                this.tab(name, name === recentEmoji ? "🕘" : drawn(list[0]), parts[index])));
        }
        const first = this.body.querySelector("button");
        if (first) first.tabIndex = 0;
    }

    group(title, list) {
        const part = make("section", { className: "picker-group" });
        const grid = make("div", { className: "picker-grid" });
        grid.append(...list.map((one) => this.cell(one)));
        part.append(make("h3", { textContent: title }), grid);
        return part;
    }

    cell(one) {
        return makeButton("emoji", drawn(one, toned(one, this.tone)), () => {
            this.chosen = toned(one, this.tone);
            remember("emoji-recent", [...new Set([one.emoji, ...this.recent])].slice(0, maximumRecent));
            this.dialog.close();
        }, nameOf(one), { tabIndex: -1 });
    }

    tab(name, emoji, part) {
        return makeButton("picker-tab", emoji, () => {
            this.body.scrollTop = part.offsetTop;
            this.focus(part.querySelector("button"));
        }, name);
    }

    drawTones() {
        this.toneRow.replaceChildren(...tones.map((tone, index) => makeButton("tone", `✋${tone}`, () => {
            this.tone = tone;
            remember("emoji-tone", index);
            this.drawTones();
            this.draw();
            this.toneRow.children[index].focus();
        }, `${skinTone} ${index}`, { "aria-pressed": tone === this.tone })));
    }

    /** One emoji at a time is in the tab order. */
    focus(button) {
        if (!button) return;
        for (const other of this.body.querySelectorAll("[tabindex='0']")) other.tabIndex = -1;
        button.tabIndex = 0;
        button.focus();
    }

    keyInField(event) {
        if (isComposing(event)) return;
        if (event.key === "ArrowDown") this.focus(this.body.querySelector("button"));
        else if (event.key === "Enter" && this.field.value) this.body.querySelector("button")?.click();
        else return;
        event.preventDefault();
    }

    keyInGrid(event) {
        const next = neighbour([...this.body.querySelectorAll("button")], document.activeElement, event.key);
        if (next === undefined) return;
        event.preventDefault();
        if (next) this.focus(next);
        else if (event.key === "ArrowUp") this.field.focus();
    }
}

/** The cell to which a key moves the focus: `null` at the edge of the grid, `undefined` for other keys. */
function neighbour(cells, from, key) {
    const index = cells.indexOf(from);
    switch (key) {
        case "ArrowRight": return cells[index + 1] ?? null;
        case "ArrowLeft": return cells[index - 1] ?? null;
        case "Home": return cells[0];
        case "End": return cells.at(-1);
        case "ArrowDown": return inNextRow(cells.slice(index + 1), from);
        case "ArrowUp": return inNextRow(cells.slice(0, index).reverse(), from);
        default: return undefined;
    }
}

/** The item of the next row in `ahead` that is nearest to the column of `from`. */
function inNextRow(ahead, from) {
    const here = from.getBoundingClientRect();
    const boxes = ahead.map((cell) => ({ cell, box: cell.getBoundingClientRect() }));
    const row = boxes.find(({ box }) => Math.abs(box.top - here.top) > 4)?.box.top;
    const inRow = boxes.filter(({ box }) => box.top === row);
    const distance = ({ box }) => Math.abs(box.left - here.left);
    return inRow.sort((one, other) => distance(one) - distance(other))[0]?.cell ?? null;
}
