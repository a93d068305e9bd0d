// A link to a message, in the text of another one, is shown as a quote of that message.

import { load } from "./pages.js";
import { keepingPosition, messages } from "./thread.js";
import { make } from "./ui.js";

/** The length of the excerpt, in UTF-16 code units. */
const excerptLength = 120;
const pattern = /^\/conversations\/[^/]+\/messages\/([^/]+)$/;
const seen = new WeakSet();

/** The message that a link leads to, from this page or its own; undefined if the user can't read it. */
async function find(link) {
    const id = `m-${link.pathname.match(pattern)[1]}`;
    const here = document.getElementById(id);
    if (here) return here;
    const { page } = await load(link.href).catch(() => ({}));
    return page?.getElementById(id);
}

async function quote(link) {
    const message = await find(link);
    const bubble = link.closest(".bubble");
    if (!message || !bubble) return;
    const author = message.closest(".group").querySelector(".author").textContent;
    const text = message.querySelector(".text").textContent.trim().slice(0, excerptLength);
    const card = make("a", { className: "quote linked", href: link.href },
        make("span", { className: "quote-author" }, make("bdi", {}, author)),
        make("span", { className: "quote-text" }, make("bdi", {}, text)));
    card.hash ||= message.id;
    keepingPosition(() => {
        bubble.append(card);
        // A message of nothing but the link shows the quote alone.
        const host = link.closest(".text");
        if (host.textContent.trim() === link.textContent) host.hidden = true;
    });
}

const observer = messages && new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        quote(target);
    }
});

function look() {
    for (const link of messages.querySelectorAll(".text a[href*='/conversations/']")) {
        if (seen.has(link) || link.origin !== location.origin || !pattern.test(link.pathname)) continue;
        seen.add(link);
        observer.observe(link);
    }
}

if (messages) {
    look();
    for (const happening of ["engawa:merged", "engawa:page", "engawa:more", "engawa:replaced"]) addEventListener(happening, look);
}
