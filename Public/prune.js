// A page has a bounded number of messages: those far from what is shown are removed, and loaded again when the user
// scrolls to them.

import { firstVisible, keepingInPlace, messages, path } from "./scroll.js";
import { make, say } from "./ui.js";

/** With more messages than the first number, they are reduced to the second. */
const [maximumMessages, keptMessages] = [300, 250];

/**
 * Removes messages where there are too many.
 *
 * @param isAtEnd whether the user sees the end, though the page may not be scrolled there yet.
 */
export function prune(isAtEnd = false) {
    const all = messages.querySelectorAll(".message");
    if (all.length <= maximumMessages) return;
    const surplus = all.length - keptMessages;
    const visible = isAtEnd ? all[all.length - 1] : firstVisible() ?? all[all.length - 1];
    const isAbove = [].indexOf.call(all, visible) >= all.length / 2;
    if (!isAbove) cutBelow(all[keptMessages - 1]);
    else if (isAtEnd) cutAbove(all[surplus]);
    else keepingInPlace(() => visible, () => cutAbove(all[surplus]));
    dispatchEvent(new CustomEvent("engawa:pruned", { detail: { isAbove } }));
}

const partOf = (message) => message.closest(".messages > *");
/** When a message was sent, in milliseconds since 1970, as text. */
export const momentOf = (message) => new URL(message.querySelector(".more").href).searchParams.get("at");
const link = (kind, query, word) => make("a", { className: `older ${kind}`, href: path + query }, say(word));

/** Removes the messages above `first`; a link leads to them. */
function cutAbove(first) {
    const part = partOf(first);
    let day;
    while (part.previousElementSibling) {
        if (part.previousElementSibling.matches("h2.day")) day ??= part.previousElementSibling;
        part.previousElementSibling.remove();
    }
    while (first.previousElementSibling?.matches(".message")) first.previousElementSibling.remove();
    if (day) messages.prepend(day);
    messages.previousElementSibling.replaceWith(link("", `?before=${momentOf(first)}.${first.id.slice(2)}`, "older"));
}

/** Removes the messages below `last`; links lead to them. The page is no longer the newest one. */
function cutBelow(last) {
    const part = partOf(last);
    while (part.nextElementSibling) part.nextElementSibling.remove();
    while (last.nextElementSibling) last.nextElementSibling.remove();
    for (const old of document.querySelectorAll(".thread > .newer, .thread > .latest")) old.remove();
    messages.after(
        link("newer", `?from=${momentOf(last)}`, "newer"), link("latest", "?at=newest#latest", "newest"));
    messages.dataset.page = "context";
}
