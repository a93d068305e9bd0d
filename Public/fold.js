/** Text as it is compared with what one types: width, case and kana make no difference. */
export const folded = (text) =>
    text.normalize("NFKC").toLowerCase().replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
