import { LIMITS } from '@everkin/contract/limits.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import type { CardForChat } from '../../characters/module.ts'
import { expandMacros } from '../prompt/macros.ts'
import { toObject } from '../prompt/untrusted-fields.ts'

/** A line shown before anybody has said anything. `speakerId` is null for the narrator. */
export interface Greeting {
  speakerId: string | null
  text: string
}

/**
 * The openings that a new chat stores: the first, and those after it that fit into LIMITS.openingBytes. A chat must not
 * store a whole MiB of a card each time it is started.
 */
export function openingsToStore(card: CardForChat): Greeting[][] {
  const [first, ...others] = listGreetings(card)
  let bytes = 0
  const fits = (lines: readonly Greeting[]) => {
    bytes += lines.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
    return bytes <= LIMITS.openingBytes
  }
  const end = others.findIndex((lines) => !fits(lines))
  return first ? [first, ...(end < 0 ? others : others.slice(0, end))] : []
}

/**
 * The alternative openings of a chat, each of one or several lines in a row. Every first line is a variant of the first
 * message, and the first opening is active. A character has its greetings. A group has its scene, then what its members
 * say when they are met in a group.
 */
export function listGreetings(card: CardForChat): Greeting[][] {
  if (card.type === 'single') return card.greetings.map((text) => [{ speakerId: card.id, text }])
  const scene = sceneOf(card)
  return [...(scene.length > 0 ? [scene] : []), ...memberGreetings(card).map((line) => [line])]
}

function sceneOf(card: CardForChat): Greeting[] {
  const isHere = (id: string) => card.members.some((member) => member.id === id)
  const turns = (card.casting?.openingTurns ?? []).filter(({ text }) => text.trim() !== '')
  // Skip lines of members who are no longer in the group.
  const lines = turns.filter(({ speaker }) => speaker === null || isHere(speaker))
  if (lines.length > 0) return lines.map(({ speaker, text }) => ({ speakerId: speaker, text }))
  const opening = card.casting?.opening ?? ''
  return opening.trim() === '' ? [] : [{ speakerId: null, text: opening }]
}

function memberGreetings({ casting, members }: CardForChat): Greeting[] {
  return members.flatMap(({ id, definition }) => {
    const staged = casting?.groupOnlyGreetings?.[id] ?? []
    const own: unknown = toObject(definition).group_only_greetings
    const texts: unknown[] = staged.length > 0 || !Array.isArray(own) ? staged : own
    return texts.flatMap((text) => (typeof text === 'string' && text.trim() !== '' ? [{ speakerId: id, text }] : []))
  })
}

/** A greeting as the reader sees it: macros are replaced by names, and random choices are fixed per chat. */
export function expandGreeting(
  greeting: string,
  facts: {
    /** The speaker of the line; the group itself for its narrator. */
    speaker: CardForChat
    /** The card of the chat. */
    card: CardForChat
    person: { name: string; timeZone: string | null }
    chatId: string
    locale: Locale
    now: Date
  },
): string {
  const { speaker, card, person, chatId, locale, now } = facts
  return expandMacros(greeting, {
    characterName: speaker.name,
    personName: person.name,
    ...(card.type === 'multiple' && { groupNames: card.members.map((member) => member.name) }),
    chatSeed: chatId,
    turnSeed: chatId,
    now,
    locale,
    ...(person.timeZone && { timeZone: person.timeZone }),
  })
}
