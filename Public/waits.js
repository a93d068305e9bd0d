// Forms with slow responses: the button is enabled once every field is filled, and shows progress when pressed.

for (const form of document.querySelectorAll("[data-waits]")) {
    const fields = [...form.elements];
    const button = fields.at(-1);
    const look = (waits) => {
        for (const field of fields) field.disabled = waits;
        button.ariaBusy = waits;
        // Values filled in by the browser can't be read before the first interaction.
        button.disabled = waits || fields.some((field) => field.required && !field.value && !field.matches(":autofill"));
    };
    form.onpointerover = form.oninput = () => button.ariaBusy == "true" || look(false);
    // After the browser has read the form.
    form.onsubmit = () => setTimeout(look, 0, true);
    // Also for a page restored by the back button.
    addEventListener("pageshow", () => look(false));
}
