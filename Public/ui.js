// What the behaviours are built from: elements, sentences, a window, a list to choose from, a word on what came of it.

/** A new element. What has a dash in its name, and `role`, is an attribute; all else is a property. */
export function make(name, properties = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
        if (key === "role" || key.includes("-")) element.setAttribute(key, value);
        else element[key] = value;
    }
    element.append(...children);
    return element;
}

const template = document.getElementById("words");

/** The sentence called `name`; `n` stands where it has room for a number. */
export function say(name, n = "") {
    const text = template?.content.querySelector(`[data-word="${name}"]`)?.textContent ?? "";
    return text.replace("{n}", n);
}

/** Text as it is compared with what one types: width, case and kana make no difference. */
export const folded = (text) =>
    text.normalize("NFKC").toLowerCase().replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));

/** Whether an input method has the keys now (229 is what Safari says of the Enter that ends a composition). */
export const isComposing = (event) => event.isComposing || event.keyCode === 229;

/** Whether a press on a link is meant for this tab. */
export const isPlain = (event) =>
    !event.defaultPrevented && event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;

/** How long a word on what came of something stands there, in milliseconds. */
const shownFor = 4_000;
let region;

/** Shows `text` at the bottom for a short time, where screen readers hear it too. */
export function toast(text) {
    if (!text) return;
    if (!region) {
        region = make("div", { className: "toasts", role: "status" });
        document.body.append(region);
    }
    const line = make("p", {}, text);
    // A region that comes with its text is not read out: first the one, then the other.
    requestAnimationFrame(() => region.replaceChildren(line));
    setTimeout(() => line.remove(), shownFor);
}

/** Between a small window and what it belongs to, in pixels. */
const room = 8;

/**
 * Opens a small window with `content`: beside `anchor`, or at the bottom of a small screen, else in the middle. Escape
 * and a press outside close it, and the focus goes back to where it was.
 */
export function openSheet(content, { label, kind, anchor, back = document.activeElement }) {
    const dialog = make("dialog", { className: `sheet ${kind}`, "aria-label": label }, content);
    dialog.addEventListener("click", (event) => {
        const box = dialog.getBoundingClientRect();
        const isOutside = event.clientX < box.left || event.clientX > box.right
            || event.clientY < box.top || event.clientY > box.bottom;
        if (event.target === dialog && isOutside) dialog.close();
    });
    // A field to search in would take the first Escape for itself.
    dialog.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || isComposing(event)) return;
        event.preventDefault();
        dialog.close();
    });
    // The message that it belongs to may be replaced meanwhile.
    const message = back?.closest?.(".message")?.id;
    dialog.addEventListener("close", () => {
        dialog.remove();
        const again = back?.isConnected ? back : document.getElementById(message)?.querySelector(".more");
        again?.focus({ preventScroll: true });
    });
    document.body.append(dialog);
    dialog.showModal();
    if (anchor) place(dialog, anchor.getBoundingClientRect());
    return dialog;
}

function place(dialog, anchor) {
    if (matchMedia("(pointer: coarse), (max-width: 599px)").matches) {
        dialog.classList.add("bottom");
        return;
    }
    dialog.classList.add("placed");
    const { width, height } = dialog.getBoundingClientRect();
    const below = anchor.bottom + room;
    const top = below + height + room <= innerHeight ? below : anchor.top - room - height;
    dialog.style.top = `${Math.max(room, Math.min(top, innerHeight - height - room))}px`;
    dialog.style.left = `${Math.max(room, Math.min(anchor.left, innerWidth - width - room))}px`;
}

/**
 * Makes `list` the choice of `field`, by the arrow keys, while the focus stays in the field. `draw(item)` gives the
 * content of an option; `choose(item)` takes one.
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
                // The focus stays where it is.
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
