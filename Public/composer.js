// The box to write in: grows with its text, and sends with Enter where there is a keyboard to break lines with Shift.

const box = document.querySelector(".composer textarea");

if (box) {
    const form = box.form;
    const isTouch = matchMedia("(pointer: coarse)").matches;

    const grow = () => {
        box.style.height = "auto";
        box.style.height = `${box.scrollHeight + 2}px`;
    };
    box.addEventListener("input", grow);
    if (box.value) grow();

    box.addEventListener("keydown", (event) => {
        // While an input method composes, Enter belongs to it (229 is what Safari says then).
        if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
        if (isTouch) return;
        event.preventDefault();
        form.requestSubmit();
    });

    // Pressed twice, sent once.
    form.addEventListener("submit", (event) => {
        if (form.dataset.sending) event.preventDefault();
        form.dataset.sending = "yes";
        form.querySelector("button").setAttribute("aria-busy", "true");
    });
    addEventListener("pageshow", () => {
        delete form.dataset.sending;
        form.querySelector("button").removeAttribute("aria-busy");
    });
}
