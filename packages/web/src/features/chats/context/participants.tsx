import type { ApiData } from '@everkin/contract/api-types.ts'
import type { Message, MultipleCard } from '@everkin/contract/types.ts'
import { useText } from '../../../i18n/use-text.ts'
import { distinctPatternClasses } from '../../../ui/participant-patterns.ts'
import { patternClass } from '../../../ui/pattern.ts'

const BRACKETED_NOTE = /[(（［[].*$/u
const WORD_GAP = /[\s\u00B7\u30FB\uFF65\u2022]+/u

/**
 * Short names of a cast, as used on chips and after an `@`: the first name where it is unambiguous, otherwise the full
 * name. Names are never cut inside a word.
 */
export function shortNames(names: readonly string[]): string[] {
  const short = names.map(firstName)
  return short.map((name, at) => {
    const isShared = names.some((other, place) => place !== at && wordsOf(other).includes(name))
    return isShared ? (names[at] ?? name) : name
  })
}

/** "Bram Castellan" is Bram, "Dr. Amara Okonjo" is Amara; with more words than that, the first may be a title. */
function firstName(name: string): string {
  const words = wordsOf(name)
  const [first = name, second = ''] = words
  if (words.length === 3 && first.endsWith('.')) return second
  return words.length === 2 && [...first].length > 1 && !first.endsWith('.') ? first : name
}

function wordsOf(name: string): string[] {
  return name
    .replace(BRACKETED_NOTE, '')
    .split(WORD_GAP)
    .filter((word) => word !== '')
}

/** A character of a group chat, as shown in its conversation. */
export interface Participant {
  cardId: string
  name: string
  /** Short name, as used on chips and after an `@`. */
  shortName: string
  avatar: string | null
  tagline: string
  /** CSS class of a colour pattern that is unique within the cast. */
  cloth: string
}

/** Characters of a group in the order of its card, and its turn policy; null if the card no longer exists. */
export interface Participants {
  members: Participant[]
  policy: MultipleCard['turn_policy'] | null
}

type ChatMembers = ApiData<'GET /api/chat/info'>['members']

/** The cast of a chat's group; null for a chat with one character. */
export function toParticipants(
  chat: { type: 'single' | 'multiple'; members: ChatMembers },
  card: Pick<MultipleCard, 'turn_policy' | 'members'> | null,
): Participants | null {
  if (chat.type !== 'multiple') return null
  const patterns = distinctPatternClasses(chat.members.map((member) => member.card_id))
  const short = shortNames(chat.members.map((member) => member.name))
  const members = chat.members.map(({ card_id, name, avatar }, at) => ({
    cardId: card_id,
    name,
    shortName: short[at] ?? name,
    avatar,
    tagline: card?.members.find((member) => member.id === card_id)?.tagline ?? '',
    cloth: patterns[at] ?? patternClass(card_id),
  }))
  return { members, policy: card?.turn_policy ?? null }
}

/** The colour pattern of a speaker: the one assigned within the cast, otherwise the character's default. */
export function patternClassOf(group: Participants | null, cardId: string): string {
  return group?.members.find((member) => member.cardId === cardId)?.cloth ?? patternClass(cardId)
}

/** Whether another version of a message can be written. A greeting answers nothing, and former members are silent. */
export function canRegenerate({ role, parent_id, speaker }: Message, group: Participants | null): boolean {
  if (role !== 'character' || parent_id === null || speaker === null) return false
  return group === null || group.members.some(({ cardId }) => cardId === speaker.card_id)
}

/** Describes the group's turn policy in a sentence; empty if its card no longer exists. */
export function TurnPolicyLine({ policy }: Pick<Participants, 'policy'>) {
  const text = useText()
  if (policy === null) return null
  return <p className="small muted">{text(`groups.turns.${policy}`)}</p>
}
