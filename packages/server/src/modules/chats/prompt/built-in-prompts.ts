import { detectLanguage } from '@everkin/contract/detect-language.ts'
import type { MacroContext } from './macros.ts'
import { languageName } from './safety-frame.ts'

/**
 * The main prompt of cards that bring none. Form, person and length are the card's own: its first message and examples
 * decide. Only a card without either gets advice.
 */
export function mainPrompt({ characterName, personName }: MacroContext, hasOwnVoice: boolean): string {
  const form = hasOwnVoice
    ? `Keep to the form, the person and the length of ${characterName}’s first message and examples.`
    : '*Asterisks* hold actions; speech stands without them. One to three short paragraphs.'
  return `Write ${characterName}’s next reply in this story with ${personName}. ${form} Answer what ${personName} said, move the story on, and leave ${personName}’s words, deeds and thoughts to ${personName}. No lists or headings that ${characterName} would not use. Write in the language ${personName} writes in.`
}

/** The last words of a prompt, where the card brings none. */
export function closingInstruction({ characterName }: MacroContext): string {
  return `Write only ${characterName}’s next reply.`
}

export const CONTINUE = 'Continue your last message from exactly where it ends. Do not repeat or restart any of it.'

/** H5: nothing in it may make anybody feel bad for having been away. */
export function proactiveNote(person: string): string {
  return `${person} is away and has asked nothing. Say one short thing of your own that the story gives you: something you saw, did, or thought of since. At most three sentences. Nothing about ${person} being away, about waiting, missing or returning, and no question that asks for an answer.`
}

export function groupNudge(name: string, others: readonly string[]): string {
  return `Also present: ${others.join('; ')}. Speak for ${name} alone. Write nobody else’s lines, and no name before your own.`
}

/** H2: the reader saw a notice under the reply that claimed it. */
function honestyReminder(person: string): string {
  return `Your last message claimed to be human. You are an AI character; if ${person} asked sincerely, say so plainly now.`
}

const OPENING_WORDS = 3
const REPEATED_REPLIES = 3

interface Said {
  role: 'user' | 'character'
  text: string
}

/** Short lines about this turn alone, for the end of the prompt; mostly none. */
export function turnReminders(path: readonly Said[], personName: string, hasClaimedHuman: boolean): string[] {
  const replies = path.filter(({ role }) => role === 'character').slice(-REPEATED_REPLIES)
  const openings = new Set(replies.map(({ text }) => openingOf(text)))
  const isRepeating = replies.length === REPEATED_REPLIES && openings.size === 1 && !openings.has('')
  const language = languageToName(path)
  return [
    ...(hasClaimedHuman ? [honestyReminder(personName)] : []),
    ...(isRepeating ? ['Begin in another way than in your last replies.'] : []),
    ...(language ? [`Write in ${language}.`] : []),
  ]
}

/** The first words of a reply, without marks. */
function openingOf(text: string): string {
  const start = text.slice(0, 200).toLowerCase()
  const words = start.match(/[\p{L}\p{N}]+/gu)?.slice(0, OPENING_WORDS) ?? []
  return words.length < OPENING_WORDS ? start.slice(0, 12) : words.join(' ')
}

const SAID_BY_PERSON = 4
const LANGUAGE_SAMPLE_LENGTH = 2_000

/** The person's language, where the character's last line is in another one; null where both agree or one is unclear. */
function languageToName(path: readonly Said[]): string | null {
  const own = path.filter(({ role }) => role === 'user').slice(-SAID_BY_PERSON)
  const written = languageOfEnd(own.map(({ text }) => text).join('\n'))
  const used = written && languageOfEnd(path.findLast(({ role }) => role === 'character')?.text ?? '')
  return written && used && written !== used ? languageName(written) : null
}

const languageOfEnd = (text: string) => detectLanguage(text.slice(-LANGUAGE_SAMPLE_LENGTH))
