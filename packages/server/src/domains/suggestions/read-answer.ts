import { SUGGESTION_LENGTH } from './rules.ts'

/**
 * The suggestions in a model's answer, in its order: from a JSON list or from lines, without numbers, bullets, quotes,
 * tone words and the person's name in front. Leaves out what is empty, too long, said twice, or another's line. Never
 * throws, whatever the answer is.
 */
export function readAnswer(answer: string, names: { person: string; others: readonly string[] }): string[] {
  const said = answer.replace(/<think>[\s\S]*?(<\/think>|$)/gi, '').replace(/```[a-z]*\n?/gi, '')
  const found: string[] = []
  for (const line of listIn(said) ?? said.split('\n')) {
    const words = cleanLine(line, names.person)
    if (words === '' || words.length > SUGGESTION_LENGTH || !/[\p{L}\p{N}]/u.test(words)) continue
    if (NOT_PROSE.test(words)) continue
    if (names.others.some((name) => startsAsLineOf(words, name))) continue
    if (!found.some((other) => isSame(other, words))) found.push(words)
  }
  return found
}

/** Whether two suggestions say the same, apart from marks, blanks and capitals. */
export function isSame(one: string, other: string): boolean {
  return bare(one) === bare(other)
}

const bare = (words: string) =>
  words
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

function listIn(said: string): string[] | null {
  const from = said.indexOf('[')
  const to = said.lastIndexOf(']')
  if (from < 0 || to < from) return null
  try {
    const list: unknown = JSON.parse(said.slice(from, to + 1))
    return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : null
  } catch {
    return null // brackets in the words of a suggestion
  }
}

/** Scraps of markup and of formats; people do not write them in a story. */
const NOT_PROSE = /[\p{Cc}{}<>|\\]/u

const MARKS_IN_FRONT = /^(?:[-–—•·>#]+\s*|\*\s+|[(（]?[\d٠-٩]{1,2}\s*[.)）:、،]\s*)+/u
/** A heading that names the tone; a word of the story before a colon is rarer than this habit of models. */
const TONE_IN_FRONT = /^\**(?:curious|bold|playful|brave|option(?: \d)?|suggestion(?: \d)?)\**\s*[:：]\s*\**\s*/i
const QUOTES = /^["“„«「『](.*)["”“»」』]$/su

function cleanLine(line: string, person: string): string {
  let words = line.trim().replace(MARKS_IN_FRONT, '').replace(TONE_IN_FRONT, '')
  if (startsAsLineOf(words, person)) words = words.slice(person.length).replace(/^\**\s*[:：]\s*\**/, '')
  words = words.trim()
  return (QUOTES.exec(words)?.[1] ?? words).replace(/\s+/g, ' ').trim()
}

function startsAsLineOf(words: string, name: string): boolean {
  const plain = words.replace(/^\*+/, '')
  return (
    name !== '' && plain.toLowerCase().startsWith(name.toLowerCase()) && /^\**\s*[:：]/.test(plain.slice(name.length))
  )
}
