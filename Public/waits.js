// Forms with slow responses: the button is disabled until all fields are filled in, and shows progress when pressed.

for (const form of document.querySelectorAll("[data-waits]")) {
    const fields = [...form.elements];
    const button = fields.at(-1);
    const update = (waits) => {
        for (const field of fields) field.disabled = waits;
        button.ariaBusy = waits;
        // Scripts can't read values that the browser filled in before the first interaction.
        button.disabled = waits || fields.some((field) => field.required && !field.value && !field.matches(":autofill"));
    };
    form.onpointerover = form.oninput = () => button.ariaBusy == "true" || update(false);
    // Later, because the browser does not send disabled fields.
    form.onsubmit = () => setTimeout(update, 0, true);
    // `pageshow` is also fired for a page that the back button restores.
    addEventListener("pageshow", () => update(false));
}
