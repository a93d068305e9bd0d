// Answers a message from where one is, and leads from an answer to what it answers.

import { box, form, isComposing } from "./composer.js";
import { load } from "./pages.js";
import { isNewest, mergeNewest } from "./thread.js";

/** Opens the box for an answer, as the page at `url` has it. */
export async function reply(url) {
    if (!form || !isNewest) return location.assign(url);
    try {
        const { page } = await load(url);
        const [field, block] = ["input[name=reply]", ".answering"].map((part) => page.querySelector(`.composer ${part}`));
        if (!field || !block) return location.assign(url);
        mergeNewest(page);
        endReply();
        form.prepend(document.adoptNode(field));
        form.querySelector(".composer-row").before(document.adoptNode(block));
        box.focus();
    } catch {
        location.assign(url);
    }
}

/** The box is for a message of its own again. */
export function endReply() {
    form.querySelector("input[name=reply]")?.remove();
    form.querySelector(".answering")?.remove();
    if (new URLSearchParams(location.search).has("reply")) history.replaceState(null, "", location.pathname);
}

form?.addEventListener("click", (event) => {
    if (!event.target.closest(".answering a")) return;
    event.preventDefault();
    endReply();
    box.focus();
});

box?.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !isComposing(event) && form.querySelector(".answering")) endReply();
});

// What is answered may be on the page already.
document.addEventListener("click", (event) => {
    const quote = event.target.closest("a.quote");
    const original = quote?.hash && document.getElementById(quote.hash.slice(1));
    if (!original || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    original.scrollIntoView({ block: "center", behavior: "instant" });
    original.querySelector(".more")?.focus({ preventScroll: true });
    original.classList.add("pointed");
    setTimeout(() => original.classList.remove("pointed"), 2_000);
});
