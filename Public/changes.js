// Reactions, bookmarks and deletions without leaving the page: the form is sent, and the message comes back changed.

import { fieldsOf, isSignIn, load, post, submitNatively } from "./pages.js";
import { removeMessage, replaceMessage } from "./fragments.js";
import { mergeNewest } from "./thread.js";
import { toast } from "./toast.js";
import { hold, release } from "./waiting.js";
import { say } from "./words.js";

const pattern = /^\/conversations\/[^/]+\/messages\/([^/]+)\/(reactions|bookmark|delete|unread)$/;

document.addEventListener("submit", (event) => {
    const form = event.target;
    const url = form.getAttribute("action");
    if (event.defaultPrevented || !url || !pattern.test(new URL(url, location).pathname)) return;
    event.preventDefault();
    const { submitter } = event;
    const work = change(url, fieldsOf(form, submitter));
    hold(form, submitter);
    work.finally(() => {
        release(form);
        // A button that is held loses the focus.
        if (document.activeElement === document.body) submitter?.focus({ preventScroll: true });
    });
});

/** Posts a change of a message and shows what came of it. */
export async function change(url, fields) {
    const [, id, kind] = new URL(url, location).pathname.match(pattern);
    const restoreFocus = keepFocus(`m-${id}`);
    let answer;
    try {
        answer = await post(url, fields);
    } catch {
        return toast(say("failed"));
    }
    if (!answer.ok || isSignIn(answer)) return submitNatively(url, fields);
    try {
        await show(answer, `m-${id}`, kind, Object.fromEntries(fields));
        restoreFocus();
    } catch {
        location.assign(answer.url);
    }
}

async function show({ url, page }, id, kind, fields) {
    const isOwnPage = document.getElementById("actions") && location.pathname.endsWith(id.slice(2));
    if (kind === "unread" || (kind === "delete" && isOwnPage)) return location.assign(url);
    if (document.querySelector(".bookmarks")) return showBookmarks(page);
    if (kind === "delete") {
        removeMessage(id);
        mergeNewest(page);
        return toast(say("deleted"));
    }
    if (isOwnPage) replace("actions", page);
    const isThere = page.getElementById(id) !== null;
    // The answer may be the newest page, which counts as read now: so all of it is shown.
    if (!mergeNewest(page) || !isThere) {
        const changed = isThere ? page : (await load(document.querySelector(`#${CSS.escape(id)} .more`).href)).page;
        if (!replace(id, changed)) throw new Error("the answer has no such message");
    }
    if (kind === "bookmark") toast(say(fields.state === "off" ? "bookmark-removed" : "bookmark-added"));
}

function replace(id, page) {
    const there = page.getElementById(id);
    return there !== null && replaceMessage(there);
}

function showBookmarks(page) {
    const here = document.querySelector("main");
    here.replaceChildren(...[...page.querySelector("main").children].map((node) => document.adoptNode(node)));
    here.focus();
    toast(say("bookmark-removed"));
}

/** Whoever pressed a button of the message gets to the same button of the one that takes its place. */
function keepFocus(id) {
    const focused = document.activeElement;
    if (!document.getElementById(id)?.contains(focused)) return () => {};
    const { value } = focused;
    return () => {
        const message = document.getElementById(id);
        const same = [...(message?.querySelectorAll("button") ?? [])].find((button) => button.value === value);
        (same ?? message?.querySelector(".more"))?.focus({ preventScroll: true });
    };
}
