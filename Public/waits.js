// Forms whose answer takes a moment: the button works once every field is filled, and then shows that it is under way.

for (const form of document.querySelectorAll("[data-waits]")) {
    const fields = [...form.elements];
    const button = fields.at(-1);
    const look = (waits) => {
        for (const field of fields) field.disabled = waits;
        button.ariaBusy = waits;
        // What a browser fills in by itself can't be read before somebody touches the page.
        button.disabled = waits || fields.some((field) => field.required && !field.value && !field.matches(":autofill"));
    };
    form.onpointerover = form.oninput = () => button.ariaBusy == "true" || look(false);
    // Once the form has been read.
    form.onsubmit = () => setTimeout(look, 0, true);
    // Also for one who comes back by the browser's arrow.
    addEventListener("pageshow", () => look(false));
}
