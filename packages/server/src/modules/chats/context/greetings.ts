import type { Locale } from '@everkin/contract/locales.ts'
import type { CardForChat } from '../../characters/module.ts'
import { fieldsOf } from '../prompt/loose-fields.ts'
import { expandMacros } from '../prompt/macros.ts'

/** A line that stands before anybody has said anything; `speakerId` null: the narrator. */
export interface Greeting {
  speakerId: string | null
  text: string
}

/**
 * With what a chat opens: ways to begin, each a line or several in a row. Every first line is a variant of the first
 * message, the first way is the active one. A character has its greetings; a group its scene, then what members say
 * where they are met in a group.
 */
export function listGreetings(card: CardForChat): Greeting[][] {
  if (card.type === 'single') return card.greetings.map((text) => [{ speakerId: card.id, text }])
  const scene = sceneOf(card)
  return [...(scene.length > 0 ? [scene] : []), ...memberGreetings(card).map((line) => [line])]
}

function sceneOf(card: CardForChat): Greeting[] {
  const isHere = (id: string) => card.members.some((member) => member.id === id)
  const turns = (card.casting?.openingTurns ?? []).filter(({ text }) => text.trim() !== '')
  // A line of somebody who is no longer in the group has nobody to say it.
  const lines = turns.filter(({ speaker }) => speaker === null || isHere(speaker))
  if (lines.length > 0) return lines.map(({ speaker, text }) => ({ speakerId: speaker, text }))
  const opening = card.casting?.opening ?? ''
  return opening.trim() === '' ? [] : [{ speakerId: null, text: opening }]
}

function memberGreetings({ casting, members }: CardForChat): Greeting[] {
  return members.flatMap(({ id, definition }) => {
    const staged = casting?.groupOnlyGreetings?.[id] ?? []
    const own: unknown = fieldsOf(definition).group_only_greetings
    const texts: unknown[] = staged.length > 0 || !Array.isArray(own) ? staged : own
    return texts.flatMap((text) => (typeof text === 'string' && text.trim() !== '' ? [{ speakerId: id, text }] : []))
  })
}

/** A greeting as the reader sees it: names in place of macros, chance fixed by the chat. */
export function expandGreeting(
  greeting: string,
  facts: {
    /** Whose line it is; the group itself for its narrator. */
    speaker: CardForChat
    /** What the chat is with. */
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
