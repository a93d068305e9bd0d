// The sentences that the server gave with the page, in the page's language.

const template = document.getElementById("words");

/** The sentence called `name`; `n` stands where it has room for a number. */
export function say(name, n = "") {
    const text = template?.content.querySelector(`[data-word="${name}"]`)?.textContent ?? "";
    return text.replace("{n}", n);
}
