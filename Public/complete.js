// Completion in the text box: people after "@", emoji after ":".

import { box, form, insert } from "./composer.js";
import { load } from "./pages.js";
import { romaji } from "./romaji.js";
import { folded, isComposing, make, options, say } from "./ui.js";

const maximumShown = 6;
const template = document.getElementById("participants");
/** How long after the last input the server is asked for people, in milliseconds. */
const askDelay = 150;
let asking;

const people = [...(template?.content.children ?? [])].map((element) => ({
    element, alias: element.dataset.alias, text: folded(element.textContent),
}));

/** Asks the server for the members whose name contains `query`: there are too many for the page. */
async function ask(query) {
    const { page } = await load(`${template.dataset.from}?${new URLSearchParams({ q: query })}`);
    return [...page.querySelectorAll("[data-alias]")].map((row) => ({
        alias: row.dataset.alias,
        element: make("div", {}, row.querySelector(".avatar"), make("span", {}, row.querySelector("a").textContent),
            make("span", { className: "muted" }, `@${row.dataset.alias}`)),
    }));
}

/** The people whose name or alias contains `query`, in kana also by the sound of their alias. */
async function findPeople(query) {
    const sound = romaji(query);
    if (template.dataset.from) {
        const found = await ask(query);
        return found.length > 0 || sound === query ? found : ask(sound);
    }
    const fits = ({ alias, text }) => text.includes(query) || alias.toLowerCase().startsWith(query)
        || (sound !== query && romaji(text).includes(sound));
    return people.filter(fits);
}

const asPeople = (found, query) => found
    .sort((one, other) => other.alias.startsWith(query) - one.alias.startsWith(query))
    .map(({ element, alias }) => ({ text: `@${alias} `, draw: () => [...element.cloneNode(true).childNodes] }));

/** The emoji that `query` finds; with a colon behind it, the one of that name. */
async function findEmoji(query) {
    const emoji = await import("./emoji.js");
    return emoji.findEmoji(query.replace(/[:：]$/, "")).map(({ one, rank }) => ({
        text: one.emoji, isExact: rank > 1,
        draw: () => [make("span", { className: "option-emoji" }, emoji.drawn(one)), make("span", {}, emoji.nameOf(one))],
    }));
}

// An "@" within a word, such as an e-mail address, is no mention, and a colon behind a word or number no emoji;
// neither are Chinese characters behind a full-width colon.
const mention = /(?:^|[^\p{L}\p{N}_.@/-])@([\p{L}\p{M}\p{N}_.-]{0,40})$/u;
const emoji = /(?:^|[^\p{L}\p{N}_:：/])[:：]((?=.*[\p{L}+-])[\p{L}\p{N}_+-]{2,24}[:：]?)$/u;

if (box) {
    const list = make("ul", { id: "mention-list", className: "options mentions", hidden: true, "aria-label": say("mention") });
    form.append(list);
    let start = -1;

    const close = () => {
        list.hidden = true;
        choice.show([]);
    };
    const choice = options(box, list, ({ draw }) => draw(), ({ text }) => {
        insert(text, start, box.selectionStart);
        close();
    });

    /** Offers what `find` finds, unless something else was typed meanwhile. */
    const offer = async (find, label) => {
        const typed = box.value;
        // After an error, the next input asks again.
        const found = await find().catch(() => []);
        if (box.value !== typed || document.activeElement !== box) return;
        list.hidden = found.length === 0;
        list.setAttribute("aria-label", label);
        choice.show(found.slice(0, maximumShown));
    };
    const update = () => {
        clearTimeout(asking);
        const before = box.value.slice(0, box.selectionStart);
        const [person, sign] = [before.match(mention), before.match(emoji)];
        if (person && (people.length > 0 || template?.dataset.from)) {
            start = box.selectionStart - person[1].length - 1;
            const query = folded(person[1]);
            const find = async () => asPeople(await findPeople(query), query);
            if (template.dataset.from) asking = setTimeout(offer, askDelay, find, say("mention"));
            else offer(find, say("mention"));
        } else if (sign && !(sign[0].includes("：") && /\p{Script=Han}/u.test(sign[1]))) {
            start = box.selectionStart - sign[1].length - 1;
            if (!/[:：]$/.test(sign[1])) return offer(() => findEmoji(sign[1]), say("emoji-names"));
            // A name between two colons is replaced.
            close();
            const end = box.selectionStart;
            const typed = box.value;
            findEmoji(sign[1]).then(([first]) => {
                if (first?.isExact && box.value === typed) insert(first.text, start, end);
            }, () => {});
        } else {
            close();
        }
    };
    box.addEventListener("input", (event) => (event.isComposing ? close() : update()));
    box.addEventListener("compositionend", update);
    box.addEventListener("click", update);
    box.addEventListener("blur", close);
    // Runs before the handler that sends on Enter.
    box.addEventListener("keydown", (event) => {
        if (list.hidden || isComposing(event)) return;
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step && !event.altKey) choice.move(step);
        else if ((event.key === "Enter" && !event.shiftKey) || event.key === "Tab") choice.take();
        else if (event.key === "Escape") close();
        else return;
        event.preventDefault();
        event.stopImmediatePropagation();
    }, { capture: true });
}
