// Finds emoji by their names in both languages. The emoji and their names stand in emoji.txt.

import { load } from "./pages.js";
import { folded, make } from "./ui.js";

/** How Japanese keywords are read; a reading is written with the first emoji that has the keyword. */
const readings = new Map();

const parse = (line) => {
    const [, mark, text] = line.match(/^(\S+) (.*)$/);
    const [english, japanese, names = ""] = text.split(",");
    const words = japanese.split(" ").map((pair) => {
        const [word, reading] = pair.split("=");
        if (reading) readings.set(word, reading);
        return word;
    });
    const read = words.map((word) => readings.get(word)).filter((word) => word);
    return {
        emoji: mark.replace("*", ""), hasTones: mark.endsWith("*"), names: { en: english, ja: words[0] },
        folded: folded([english, ...words, ...read, names].join(" ")),
    };
};

/** The emoji of the place, and how they are called together; none where they can't be loaded. */
const place = load("/emoji").then(({ page }) => [
    page.querySelector("h1").textContent,
    [...page.querySelectorAll(".place-emojis img")].map(({ alt, src }) => ({
        emoji: alt, src, names: { en: alt, ja: alt }, folded: folded(`${alt} ${alt.replace(/[:_]/g, " ")}`),
    })),
]).catch(() => ["", []]);

const text = await (await fetch(new URL("emoji.txt", import.meta.url))).text();

const inLanguage = (line) => line.slice(1).split("\t")[document.documentElement.lang === "ja" ? 0 : 1];

/** What the picker says: the search, what was found, the recent emoji, the skin tone, and that nothing was found. */
export const words = [];
/** Pairs: the name of the group, and its emoji. */
export const groups = [];
for (const line of text.trim().split("\n")) {
    if (line.startsWith("# ")) continue;
    if (line.startsWith("=")) words.push(inLanguage(line));
    else if (line.startsWith("#")) groups.push([inLanguage(line), []]);
    else groups.at(-1)[1].push(parse(line));
}

const own = await place;
if (own[1].length > 0) groups.unshift(own);

/** What an emoji looks like; `text` for one that is no picture. */
export const drawn = ({ emoji, src }, text = emoji) => (src ? make("img", { className: "place-emoji", src, alt: emoji }) : text);

/** In Japanese the first keyword is the name; in English all of them are. */
export const nameOf = ({ names }) => names[document.documentElement.lang] ?? names.en;

/** The emoji that fit what was typed: those with such a word, then those with a word that begins so, then the others. */
export function findEmoji(typed) {
    const parts = folded(typed).split(/\s+/).filter((part) => part);
    const rank = ({ emoji, folded }) => {
        if (parts.some((part) => part === emoji)) return 3;
        const words = folded.split(" ");
        if (parts.every((part) => words.includes(part))) return 2;
        if (parts.every((part) => words.some((word) => word.startsWith(part)))) return 1;
        return parts.every((part) => folded.includes(part)) ? 0 : -1;
    };
    return groups.flatMap(([, list]) => list).map((one) => ({ one, rank: rank(one) }))
        .filter(({ rank }) => rank >= 0).sort((a, b) => b.rank - a.rank);
}
