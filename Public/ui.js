// Shared parts: elements, sentences, dialogs, selection lists, short notices, and the clipboard.

/** A new element. Names with a dash, and `role`, are attributes; all others are properties. */
export function make(name, properties = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
        if (key === "role" || key.includes("-")) element.setAttribute(key, value);
        else element[key] = value;
    }
    element.append(...children);
    return element;
}

/** A button that does `act`; `content` is a node or text, or a list of them; `label` names it where they do not. */
export const makeButton = (className, content, act, label, properties) => make("button", {
    type: "button", className, onclick: act, ...(label && { title: label, "aria-label": label }), ...properties,
}, ...[content].flat());

/** Sets a property that changes: a value that is set again makes the browser lay out the page again. */
export function update(element, name, value) {
    if (element[name] !== value) element[name] = value;
}

/** The sentences by their names: from a script of the server, on pages with a session. */
const { words = {} } = globalThis;

/** The sentence with the key `name`; `n` replaces its placeholder. */
export const say = (name, n = "") => (words[name] ?? "").replace("{n}", n);

/** The sentence `name`, or for more than one thing the sentence `name`-count. */
export const counted = (name, n) => (n > 1 ? say(`${name}-count`, n) : say(name));

/** 128 random bits as text. Over plain http there is no crypto.randomUUID. */
export const randomKey = () =>
    [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Text folded for comparison: width, case and kana make no difference. */
export const folded = (text) =>
    text.normalize("NFKC").toLowerCase().replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));

/** The name of who wrote a message. */
export const authorOf = (message) => message.closest(".group").querySelector(".author").textContent;

/** What a message says: its text, and the names of its files. `property` is how its text is read. */
export const textOf = (message, property = "textContent") => [
    message.querySelector(".text")[property].trim(),
    ...[...message.querySelectorAll(".picture, .file-name")].map(({ title, textContent }) => title || textContent),
].filter((part) => part).join("\n");

/** Whether an input method is composing (Safari reports 229 for the Enter that ends a composition). */
export const isComposing = (event) => event.isComposing || event.keyCode === 229;

/** Whether a click on a link is meant for this tab. */
export const isPlain = (event) =>
    !event.defaultPrevented && event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;

/** How long a notice is shown, in milliseconds. */
const shownFor = 4_000;
let region;

/**
 * Shows `text` at the bottom for a short time, also to screen readers; with a button `label` that does `action`, if there
 * is one.
 */
export function toast(text, { label, action, time = shownFor } = {}) {
    if (!text) return;
    if (!region) {
        region = make("div", { className: "toasts", role: "status" });
        document.body.append(region);
    }
    const line = make("p", {}, text);
    if (action) {
        line.append(" ", makeButton("link", label, () => {
            line.remove();
            action();
        }));
    }
    // Screen readers ignore a live region that is inserted with its text, so the text follows later.
    requestAnimationFrame(() => region.replaceChildren(line));
    setTimeout(() => line.remove(), time);
}

/** The gap between a popover and its anchor, in pixels. */
const gap = 8;

/**
 * Opens a dialog with `content`: beside `anchor`, or at the bottom of a small screen, or else in the middle; about
 * `message`, if there is one. Escape and a click outside close it and restore the focus.
 */
export function openSheet(content, { label, kind, anchor, message, back = document.activeElement }) {
    const dialog = make("dialog", { className: `sheet ${kind}`, "aria-label": label }, content);
    dialog.addEventListener("click", (event) => {
        const box = dialog.getBoundingClientRect();
        const isOutside = event.clientX < box.left || event.clientX > box.right
            || event.clientY < box.top || event.clientY > box.bottom;
        if (event.target === dialog && isOutside) dialog.close();
    });
    // A search field would consume the first Escape.
    dialog.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || isComposing(event)) return;
        event.preventDefault();
        dialog.close();
    });
    // The message that it belongs to may have been replaced meanwhile.
    const id = back?.closest?.(".message")?.id;
    dialog.addEventListener("close", () => {
        dialog.remove();
        const again = back?.isConnected ? back : document.getElementById(id)?.querySelector(".more");
        // Chromium has given it the focus before, but not the caret: what was typed would go nowhere.
        if (document.activeElement === again) again.blur();
        again?.focus({ preventScroll: true });
    });
    document.body.append(dialog);
    dialog.showModal();
    if (anchor) place(dialog, anchor.getBoundingClientRect(), message);
    return dialog;
}

/** Places a dialog beside its anchor; of a message that it is about, and of all others, it covers as little as it can. */
function place(dialog, anchor, message) {
    if (matchMedia("(pointer: coarse), (max-width: 599px)").matches) {
        dialog.classList.add("bottom");
        return;
    }
    dialog.classList.add("placed");
    const { width, height } = dialog.getBoundingClientRect();
    const at = (left, top) => new DOMRect(
        Math.max(gap, Math.min(left, innerWidth - width - gap)), Math.max(gap, Math.min(top, innerHeight - height - gap)), width, height);
    const below = anchor.bottom + gap;
    const usual = at(anchor.left, below + height + gap <= innerHeight ? below : anchor.top - gap - height);
    const { left, top } = message ? leastCovering(usual, at, anchor, message) : usual;
    dialog.style.left = `${left}px`;
    dialog.style.top = `${top}px`;
}

/** How many square pixels of messages are worth as much as a pixel of distance from the anchor. */
const worthOfDistance = 20;

/** Of the places at the anchor or the message, the one that covers least of all messages; `usual` if none is better. */
function leastCovering(usual, at, anchor, message) {
    const bubbles = [...document.querySelectorAll(".messages .bubble")].map((bubble) => bubble.getBoundingClientRect())
        .filter(({ top, bottom }) => bottom > 0 && top < innerHeight);
    const near = [anchor, message.querySelector(".bubble").getBoundingClientRect()];
    const overlap = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left))
        * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
    const distance = (a, b) => Math.max(0, a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom);
    const cost = (place) => bubbles.reduce((sum, bubble) => sum + overlap(place, bubble), worthOfDistance * distance(place, anchor));
    // At an edge of something it can't be moved without covering more of it.
    const edges = [...near, ...bubbles];
    const places = (start, end, size) => edges.flatMap((box) =>
        [box[start], box[end] - size, box[start] - gap - size, box[end] + gap]);
    let [best, least] = [usual, cost(usual)];
    for (const left of places("left", "right", usual.width)) for (const top of places("top", "bottom", usual.height)) {
        const place = at(left, top);
        const price = near.some((box) => distance(place, box) <= gap) ? cost(place) : least;
        if (price < least) [best, least] = [place, price];
    }
    return best;
}

/**
 * Makes `list` the selection list of `field`, with arrow keys; the focus stays in the field. `draw(item)` returns the
 * content of an option; `choose(item)` selects one.
 */
export function options(field, list, draw, choose) {
    let items = [];
    let current = -1;
    list.setAttribute("role", "listbox");
    field.setAttribute("aria-controls", list.id);
    field.setAttribute("aria-autocomplete", "list");

    const mark = (index) => {
        current = index;
        [...list.children].forEach((option, place) => option.setAttribute("aria-selected", String(place === index)));
        const option = list.children[index];
        if (option) field.setAttribute("aria-activedescendant", option.id);
        else field.removeAttribute("aria-activedescendant");
        option?.scrollIntoView({ block: "nearest", behavior: "instant" });
    };

    return {
        show(found) {
            items = found;
            list.replaceChildren(...found.map((item, index) => {
                const option = make("li", { id: `${list.id}-${index}`, role: "option" }, ...draw(item));
                // Keeps the focus.
                option.addEventListener("pointerdown", (event) => event.preventDefault());
                option.addEventListener("click", () => choose(item));
                return option;
            }));
            mark(found.length > 0 ? 0 : -1);
        },
        move: (step) => items.length > 0 && mark((current + step + items.length) % items.length),
        take: () => current >= 0 && (choose(items[current]), true),
    };
}

/** Copies `text`. Over plain http there is no clipboard API, so the text is selected and copied in `host`. */
export async function copyText(text, host) {
    if (navigator.clipboard) {
        try {
            await navigator.clipboard.writeText(text);
            return true;
        } catch {
            // Without permission, the code below is used as well.
        }
    }
    const field = make("textarea", { value: text, className: "unseen" });
    host.append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    return isCopied;
}

/** The appearance without a choice. */
const defaults = { theme: "system", size: "normal", density: "roomy", enter: "send", previews: "shown" };

/** Shows the appearance that the person has chosen, on this device or another: on the page, and in a cookie for the next. */
export function showAppearance(settings) {
    const { dataset } = document.documentElement;
    const values = Object.keys(defaults).map((name) => {
        const value = dataset[name] = settings[name];
        if (value === defaults[name]) delete dataset[name];
        return value;
    });
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `appearance=${values.join(".")}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}
