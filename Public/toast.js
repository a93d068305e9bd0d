// Says what came of something, for a short time, where screen readers hear it too.

import { make } from "./make.js";

/** In milliseconds. */
const shownFor = 4_000;
let region;

/** Shows `text` at the bottom. */
export function toast(text) {
    if (!text) return;
    if (!region) {
        region = make("div", { className: "toasts", role: "status" });
        document.body.append(region);
    }
    const line = make("p", {}, text);
    // A region that comes with its text is not read out: first the one, then the other.
    requestAnimationFrame(() => region.replaceChildren(line));
    setTimeout(() => line.remove(), shownFor);
}
