// Message texts as HTML. Texts with markup, addresses or mentions are rejected.

const special = /[&<>"']/
const specials = /[&<>"']/g
const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escaped = text => special.test(text) ? text.replace(specials, sign => escapes[sign]) : text

// A name without bidirectional control characters.
export const nameOf = ({ name }) => name.replace(/[\u202A-\u202E\u2066-\u2069]/g, '')

// Most texts have none of these characters; only the others are parsed.
const sign = /[*_`[\\@<:~wW\0-\x1F\x85\u2028\u2029]/
const markup = /[*_`[\\@\0-\x08\x0B-\x1F\x85\u2028\u2029]|<[a-z/!?]|:\/\/|www\.|~~/i
const block = /(?:^|\n)[ \t]*(?:[#>]|(?:[-+]|\d{1,9}[.)])(?:[ \t\n]|$))/

const assertPlain = text => {
    if (sign.test(text) && markup.test(text) || block.test(text)) throw new Error(`markup is not supported: ${text}`)
}

// Lines, with a new paragraph after each blank line.
export const paragraphs = text => {
    assertPlain(text)
    if (!text.includes('\n')) return /[^ \t]/.test(text) ? `<p>${escaped(text)}</p>` : ''
    return text.split(/\n(?:[ \t]*(?:\n|$))+|^(?:[ \t]*\n)+/).filter(part => /[^ \t\n]/.test(part))
        .map(part => `<p>${escaped(part).replaceAll('\n', '<br>')}</p>`).join('')
}

const excerptCharacters = 80
const uneven = /\s\s|[^\S ]|^ | $/
// The grapheme clusters of a text.
const single = /^[ -~\u3001-\u3029\u3041-\u3096\u30A0-\u30FF\u4E00-\u9FFF\uFF01-\uFF9D]*$/
const graphemes = new Intl.Segmenter()

// An excerpt in one line.
export const excerpt = text => {
    assertPlain(text)
    const line = uneven.test(text) ? text.trim().replace(/\s+/g, ' ') : text
    if (line.length <= excerptCharacters) return line
    if (single.test(line)) return line.slice(0, excerptCharacters) + '…'
    let count = 0
    for (const { index } of graphemes.segment(line)) {
        if (count++ === excerptCharacters) return line.slice(0, index) + '…'
    }
    return line
}

const letter = /^[A-z\u3041-\u30FF\u3400-\uD7FF]/
const space = '[ \\u3000\\xA0]*'
const flag = '\\p{RI}\\p{RI}', key = '[#*\\d]\\uFE0F?\\u20E3'
const look = '[\\uFE0F\\p{EMod}]', tags = '[\\u{E0020}-\\u{E007F}]*'
const picture = `(?![#*\\d\\p{RI}])(?:\\p{EPres}|\\p{Emoji}${look})${look}*(?:\\u200D\\p{Emoji}${look}*)*${tags}`
const emoji = new RegExp(`^(?:${space}(?:${flag}|${key}|${picture})){1,8}${space}$`, 'u')

// Whether a text consists of one to eight emoji and spaces.
export const isEmojiOnly = text => !letter.test(text) && emoji.test(text)
