// A small window: beside what it belongs to, or at the bottom of a small screen. Escape and a press outside close it,
// and the focus goes back to where it was.

import { isComposing } from "./composer.js";
import { make } from "./make.js";

/** Between a window and what it belongs to, in pixels. */
const room = 8;

/** Opens a window with `content`; `anchor` is what it belongs to, else it stands in the middle. */
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
