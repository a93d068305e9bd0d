// Copies text.

import { make } from "./ui.js";

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
