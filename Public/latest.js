// For who has scrolled up: a way back to the end, which says how much is new there.

import { form } from "./composer.js";
import { make } from "./make.js";
import { distanceFromEnd, goToEnd, isNewest } from "./thread.js";
import { say } from "./words.js";

/** From how far on the way back is offered, in pixels. */
const far = 400;

if (form && isNewest && say("latest")) {
    const button = make("button", { type: "button", className: "jump", hidden: true });
    form.append(button);
    let count = 0;

    const show = () => {
        const isFar = distanceFromEnd() > far;
        if (!isFar) count = 0;
        button.hidden = !isFar;
        button.textContent = count ? say("latest-count", count) : say("latest");
        button.classList.toggle("new", count > 0);
    };
    button.addEventListener("click", () => {
        goToEnd(matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth");
        form.elements.text.focus({ preventScroll: true });
    });
    addEventListener("engawa:merged", ({ detail }) => {
        if (!detail.wasAtEnd) count += detail.added.filter((message) => !message.closest(".mine")).length;
        show();
    });
    addEventListener("scroll", show, { passive: true });
    addEventListener("resize", show);
    show();
}
