// After an "@" the box offers those who take part.

import { box, form, insert, isComposing } from "./composer.js";
import { folded } from "./fold.js";
import { make } from "./make.js";
import { options } from "./options.js";
import { say } from "./words.js";

const shown = 6;
const template = document.getElementById("participants");

if (box && template?.content.childElementCount) {
    const people = [...template.content.children].map((element) => ({
        element, alias: element.dataset.alias, text: folded(element.textContent),
    }));
    const list = make("ul", {
        id: "mention-list", className: "options mentions", hidden: true, "aria-label": say("mention"),
    });
    form.append(list);
    let start = -1;

    const close = () => {
        list.hidden = true;
        choice.show([]);
    };
    const choice = options(box, list, ({ element }) => [...element.cloneNode(true).childNodes], ({ alias }) => {
        insert(`@${alias} `, start, box.selectionStart);
        close();
    });

    const update = () => {
        // An "@" within a word, as in an address, calls nobody.
        const found = box.value.slice(0, box.selectionStart).match(/(?:^|[^\p{L}\p{N}_.@/-])@([\p{L}\p{M}\p{N}_.-]{0,40})$/u);
        if (!found) return close();
        start = box.selectionStart - found[1].length - 1;
        const query = folded(found[1]);
        const fitting = people.filter(({ alias, text }) => alias.toLowerCase().startsWith(query) || text.includes(query));
        fitting.sort((one, other) => other.alias.startsWith(query) - one.alias.startsWith(query));
        list.hidden = fitting.length === 0;
        choice.show(fitting.slice(0, shown));
    };
    box.addEventListener("input", (event) => (event.isComposing ? close() : update()));
    box.addEventListener("compositionend", update);
    box.addEventListener("click", update);
    box.addEventListener("blur", close);
    // Before the box takes Enter for sending.
    box.addEventListener("keydown", (event) => {
        if (list.hidden || isComposing(event)) return;
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step && !event.altKey) choice.move(step);
        else if ((event.key === "Enter" && !event.shiftKey) || event.key === "Tab") choice.take();
        else if (event.key === "Escape") close();
        else return;
        event.preventDefault();
        event.stopImmediatePropagation();
    }, { capture: true });
}
