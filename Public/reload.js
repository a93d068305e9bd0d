// Reloads the profile without loading the whole page, and shows progress and errors.

import { isSignIn, request } from "./pages.js";
import { isPlain, make, say, toast } from "./ui.js";

/** An error notice: a title, advice, and a link if there is one. */
function notice(title, detail, link) {
    const lines = [title, detail].filter((text) => text).map((text) => make("p", {}, text));
    if (link) lines.push(make("a", { className: "button", ...link }));
    return make("div", { className: "fault reload-fault", role: "alert" }, ...lines);
}

/** A notice with the text of the server's error page. */
function reasonOf({ page }) {
    const text = (selector) => page.querySelector(`.notice ${selector}`)?.textContent ?? "";
    const reference = text(".muted");
    return notice(text("h1") || say("failed"), [text("p:not(.muted)"), reference].filter((part) => part).join(" "));
}

async function reload(card, link) {
    card.querySelector(".reload-fault")?.remove();
    card.classList.add("loading");
    card.setAttribute("aria-busy", "true");
    link.setAttribute("aria-disabled", "true");
    const label = link.textContent;
    link.textContent = say("loading");
    let fault;
    try {
        const answer = await request(link.href);
        if (isSignIn(answer)) {
            document.querySelector(".signed-out")?.remove();
            fault = notice(say("session-ended"), "", { href: answer.url, textContent: say("sign-in") });
            fault.classList.add("signed-out");
        } else {
            const there = answer.ok && answer.page.querySelector(".profile");
            if (there) {
                card.replaceWith(there);
                there.querySelector(".reload").focus({ preventScroll: true });
                toast(say("reloaded"));
                return;
            }
            fault = reasonOf(answer);
        }
    } catch {
        fault = notice(say("unreached"), say("unreached-detail"));
    }
    card.classList.remove("loading");
    card.removeAttribute("aria-busy");
    link.removeAttribute("aria-disabled");
    link.textContent = label;
    link.before(fault);
}

document.addEventListener("click", (event) => {
    const link = event.target.closest("a.reload");
    if (!link || !isPlain(event)) return;
    event.preventDefault();
    if (!link.hasAttribute("aria-disabled")) reload(link.closest(".profile"), link);
});
