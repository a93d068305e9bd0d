// Kana in Latin letters (Hepburn), for comparison with aliases: long vowels make no difference.

const rows = {
    "": "あいうえお", k: "かきくけこ", g: "がぎぐげご", s: "さしすせそ", z: "ざじずぜぞ", t: "たちつてと", d: "だぢづでど",
    n: "なにぬねの", h: "はひふへほ", b: "ばびぶべぼ", p: "ぱぴぷぺぽ", m: "まみむめも", r: "らりるれろ",
};
const others = { や: "ya", ゆ: "yu", よ: "yo", わ: "wa", を: "o", ん: "n", し: "shi", じ: "ji", ち: "chi", ぢ: "ji", つ: "tsu", づ: "zu", ふ: "fu", ー: "" };
const syllables = new Map([
    ...Object.entries(rows).flatMap(([letter, row]) => [...row].map((kana, index) => [kana, letter + "aiueo"[index]])),
    ...Object.entries(others),
]);
const small = { ゃ: "a", ゅ: "u", ょ: "o" };

/** @param text folded, so its kana are hiragana */
export function romaji(text) {
    let latin = "";
    for (const kana of text) {
        if (kana in small && latin.endsWith("i")) latin = latin.slice(0, -1) + (/(sh|j|ch)i$/.test(latin) ? "" : "y") + small[kana];
        else latin += kana === "っ" ? "っ" : syllables.get(kana) ?? kana;
    }
    return latin.replace(/っ(.)/g, "$1$1").replace(/ou|oo/g, "o").replace(/uu/g, "u");
}
