// A dialog that offers the conversations, found by a part of their name.

import { hasMore, namedRows, rows } from "./list.js";
import { folded, isComposing, make, openSheet, options, say } from "./ui.js";

/** How long after the last input the server is asked, in milliseconds. */
const askDelay = 150;

/** Opens the dialog; `choose` gets the row that is chosen. Throws if the conversations can't be loaded. */
export async function openSwitcher(label, choose) {
    const [all, isPart] = [await rows(), await hasMore()];
    if (document.querySelector("dialog.switcher")) return;
    const field = make("input", {
        type: "search", placeholder: say("filter"), autocomplete: "off", spellcheck: false, role: "combobox",
        "aria-label": say("filter"), "aria-expanded": "true",
    });
    const list = make("ul", { id: "switcher-list", className: "options", "aria-label": say("conversations") });
    const nothing = make("p", { className: "nothing-found muted", role: "status" });
    const dialog = openSheet(make("div", { className: "switcher-content" }, field, list, nothing), { label, kind: "switcher" });

    const choice = options(field, list, draw, (row) => {
        dialog.close();
        choose(row);
    });
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
