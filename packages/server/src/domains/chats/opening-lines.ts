import type { CardForChat } from '../../modules/characters/card-for-chat.ts'
import { fieldsOf } from './prompt/loose-fields.ts'

/** A line that stands before anybody has said anything; `speakerId` null: the narrator. */
export interface OpeningLine {
  speakerId: string | null
  text: string
}

/**
 * With what a chat opens: ways to begin, each a line or several in a row. Every first line is a variant of the first
 * message, the first way is the active one. A character has its greetings; a group its scene, then what members say
 * where they are met in a group.
 */
export function openingWays(card: CardForChat): OpeningLine[][] {
  if (card.type === 'single') return card.greetings.map((text) => [{ speakerId: card.id, text }])
  const scene = sceneOf(card)
  return [...(scene.length > 0 ? [scene] : []), ...memberGreetings(card).map((line) => [line])]
}

function sceneOf(card: CardForChat): OpeningLine[] {
  const isHere = (id: string) => card.members.some((member) => member.id === id)
  const turns = (card.casting?.openingTurns ?? []).filter(({ text }) => text.trim() !== '')
  // A line of somebody who is no longer in the group has nobody to say it.
  const lines = turns.filter(({ speaker }) => speaker === null || isHere(speaker))
  if (lines.length > 0) return lines.map(({ speaker, text }) => ({ speakerId: speaker, text }))
  const opening = card.casting?.opening ?? ''
  return opening.trim() === '' ? [] : [{ speakerId: null, text: opening }]
}

function memberGreetings({ casting, members }: CardForChat): OpeningLine[] {
  return members.flatMap(({ id, definition }) => {
    const staged = casting?.groupOnlyGreetings?.[id] ?? []
    const own: unknown = fieldsOf(definition).group_only_greetings
    const texts: unknown[] = staged.length > 0 || !Array.isArray(own) ? staged : own
    return texts.flatMap((text) => (typeof text === 'string' && text.trim() !== '' ? [{ speakerId: id, text }] : []))
  })
}
