// Changes the text of one's own message in a dialog, with the form of the page without scripts.

import { change } from "./actions.js";
import { isSending } from "./composer.js";
import { fieldsOf, load } from "./pages.js";
import { openSheet } from "./ui.js";

/** What was typed and not saved, by address. */
const typed = new Map();

/** Opens the form of the page at `url`; the dialog is beside `anchor`. */
export async function edit(url, anchor) {
    let form;
    try {
        form = document.adoptNode((await load(url)).page.querySelector(".editor"));
    } catch {
        return location.assign(url);
    }
    const [box, label, cancel] = ["textarea", "label", "a"].map((part) => form.querySelector(part));
    box.value = typed.get(url) ?? box.value;
    const dialog = openSheet(form, { label: label.textContent, kind: "edit", anchor });
    let isOver;
    const end = () => {
        isOver = true;
        typed.delete(url);
        dialog.close();
    };
    dialog.addEventListener("close", () => isOver || typed.set(url, box.value));
    box.addEventListener("keydown", (event) => {
        if (!isSending(event)) return;
        event.preventDefault();
        form.requestSubmit();
    });
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        if (await change(form.action, fieldsOf(form))) end();
    });
    cancel.addEventListener("click", (event) => {
        event.preventDefault();
        end();
    });
    box.focus();
}
