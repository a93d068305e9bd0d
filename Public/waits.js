// Forms with slow responses: the button is disabled until all fields are filled in, and shows progress when pressed.

for (const form of document.querySelectorAll("[data-waits]")) {
    const fields = [...form.elements];
    // The one that the enter key presses.
    const button = form.querySelector("[type=submit]");
    const label = button.textContent;
    const update = (waits) => {
        for (const field of fields) field.disabled = waits;
        button.ariaBusy = waits;
        button.textContent = waits && form.dataset.waits || label;
        // Scripts can't read values that the browser filled in before the first interaction.
        button.disabled = waits || fields.some((field) => field.required && !field.value && !field.matches(":autofill"));
    };
    form.onpointerover = form.oninput = () => button.ariaBusy == "true" || update(false);
    // Later, because the browser does not send disabled fields. A button with an address of its own is no attempt.
    form.onsubmit = ({ submitter }) => submitter?.hasAttribute("formaction") || setTimeout(update, 0, true);
    // `pageshow` is also fired for a page that the back button restores.
    addEventListener("pageshow", () => update(false));
}
