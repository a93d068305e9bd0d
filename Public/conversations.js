// The list of conversations as the server has it now, for whoever shows it elsewhere.

import { load } from "./pages.js";

let loading;

/** The page with the list; asked for once, unless something changed. */
export function listPage(isFresh = false) {
    if (!loading || isFresh) {
        loading = load("/conversations").then(({ page }) => page);
        loading.catch(() => (loading = undefined));
    }
    return loading;
}

/** The conversations in the list, in its order. */
export async function rows(isFresh) {
    const page = await listPage(isFresh);
    return [...page.querySelectorAll(".conversations a.conversation")].map((link) => ({
        href: link.getAttribute("href"),
        path: link.getAttribute("href").split("#")[0],
        title: link.querySelector(".conversation-title").textContent,
        people: link.querySelector(".conversation-people")?.textContent ?? "",
        avatar: link.querySelector(".avatar"),
        badge: link.querySelector(".badge"),
    }));
}
