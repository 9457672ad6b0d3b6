/** Stands for the character in a text that is read for ages. */
export const THE_CHARACTER = '\ue000'
/** Stands for the person who chats. */
export const THE_READER = '\ue001'

const LONE_E = '\ue003'
const LONE_A = '\ue004'

const TRADITIONAL = '歲學級個還滿兒現實讀剛僅齡'
const SIMPLIFIED = '岁学级个还满儿现实读刚仅龄'
const TO_SIMPLIFIED = new Map([...TRADITIONAL].map((character, index) => [character, [...SIMPLIFIED][index] ?? '']))
/** Words that begin many names and mean other things. */
const NO_NAMES = new Set(
  'the a an my your our his her little young old der die das ein eine le la les un une el los las una o os as um uma mr mrs ms miss dr sir lady lord madame sister brother mother father mom dad aunt uncle grandma grandpa girl boy student princess prince queen king captain professor teacher'.split(
    ' ',
  ),
)

/** The text with marks in place of the macros and names. */
export function withMarks(text: string, names: readonly string[]): string {
  let marked = text.replace(/\{\{char\}\}|<(?:char|bot)>/gi, THE_CHARACTER).replace(/\{\{user\}\}|<user>/gi, THE_READER)
  for (const written of names) {
    const name = written.trim()
    if (name === '' || name === '{{char}}') continue
    const [first = ''] = name.split(/\s+/)
    marked = replaceName(marked, name)
    if (first.length > 1 && first !== name && !NO_NAMES.has(first.toLowerCase())) marked = replaceName(marked, first)
  }
  return marked
}

/** Latin names are whole words, with an “s” or without; others may touch the words beside them. */
function replaceName(text: string, name: string): string {
  if (!text.includes(name)) return text
  if (!/^\p{Script=Latin}.*\p{Script=Latin}$/u.test(name)) return text.replaceAll(name, THE_CHARACTER)
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const whole = new RegExp(`(?<![\\p{Script=Latin}\\p{N}])${escaped}(?=s?(?![\\p{Script=Latin}\\p{N}]))`, 'gu')
  return text.replace(whole, THE_CHARACTER)
}

/** Without accents, which people often leave out. */
export function stripAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u064b-\u065f]/g, '')
    .normalize('NFC')
}

/** Lower case, without accents, with plain apostrophes, hyphens and digits, and Arabic letters in one form. */
export function foldAgeText(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replace(/[\p{Cf}\u0640]/gu, '')
    .toLowerCase()
    .replace(/[’‘ʼ`´]/g, "'")
    .replace(/[‐‑]/g, '-')
    .replace(/[‒–—―]/g, ' - ')
    // “é” and “à” alone are other words than “e” and “a”.
    .replace(/(?<!\p{L})[éà](?!\p{L})/gu, (letter) => (letter === 'é' ? LONE_E : LONE_A))
  return stripAccents(plain)
    .replaceAll('œ', 'oe')
    .replaceAll(LONE_E, 'é')
    .replaceAll(LONE_A, 'à')
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/[أإآ]/g, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
    .replace(/[歲學級個還滿兒現實讀剛僅齡]/g, (character) => TO_SIMPLIFIED.get(character) ?? character)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/(?<!\p{L})(she|he|who|that|it)'s(?!\p{L})/gu, '$1 is')
    .replace(/(?<!\p{L})i'?m(?!\p{L})/gu, 'i am')
    .replace(/(?<!\p{L})(you|they)'re(?!\p{L})/gu, '$1 are')
    .replace(/(?<!\p{L})(is|are|am)n't(?!\p{L})/gu, '$1 not')
}
