// Lists get shorter as one types a name: conversations in the field of their search, people in one of their own.

import { isComposing } from "./composer.js";
import { folded } from "./fold.js";
import { make } from "./make.js";
import { say } from "./words.js";

/** Hides the items without `query` in their name. How many are left. */
function filter(items, query, nameOf, isKept = () => false) {
    const words = folded(query).split(/\s+/);
    let count = 0;
    for (const item of items) {
        const name = folded(nameOf(item));
        item.hidden = !words.every((word) => name.includes(word)) && !isKept(item);
        if (!item.hidden) count += 1;
    }
    return count;
}

/** Says under the list that nothing is left of it. */
function tell(list, count, sentence) {
    let notice = list.nextElementSibling;
    if (!notice?.matches(".nothing-found")) {
        notice = make("p", { className: "nothing-found muted", role: "status" });
        list.after(notice);
    }
    notice.textContent = count === 0 ? sentence : "";
}

const nameOfRow = (row) =>
    [".conversation-title", ".conversation-people"].map((part) => row.querySelector(part)?.textContent ?? "").join(" ");

/** Once more, where the list was changed. */
export function refilter(list) {
    const field = list.closest("main, .beside-list")?.querySelector(".search input");
    if (!field?.value && !list.querySelector(":scope > [hidden]")) return;
    tell(list, filter(list.children, field.value, nameOfRow), say("nothing-found"));
}

document.addEventListener("input", ({ target }) => {
    if (target.matches(".search input")) {
        const list = target.closest("main, .beside-list")?.querySelector(".conversations");
        if (list) refilter(list);
    } else if (target.matches(".filter input")) {
        const people = target.closest(".filter").parentElement.querySelectorAll(".person");
        // Who is chosen stays in sight.
        const count = filter(people, target.value, (person) => person.textContent, (person) => person.querySelector(":checked"));
        tell([...people].at(-1).closest("ul") ?? [...people].at(-1), count, say("nobody-found"));
    }
});

// Enter would send the form that the field stands in.
document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !isComposing(event) && event.target.matches?.(".filter input")) event.preventDefault();
});
