// A list of which one is chosen with the arrow keys, while the focus stays in the field above or below it.

import { make } from "./make.js";

/** Makes `list` the choice of `field`. `draw(item)` gives the content of an option; `choose(item)` takes one. */
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
        get count() { return items.length; },
    };
}
