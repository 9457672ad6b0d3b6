import type { CardForChat } from '../characters/card-for-chat.ts'
import { hashText } from '../chats/prompt/seeded-chance.ts'
import type { CharacterVoice } from './speech-engine.ts'

const SEATS = 8

type Speaking = Pick<CardForChat, 'id' | 'gender' | 'age' | 'voice'>

/**
 * A character's voice: what the card asks for, and where it asks for nothing, always the same by its id, gender and age.
 * In a group no two get the same one while there are seats.
 */
export function voiceOfCard(card: Speaking, cast: readonly Speaking[] = []): CharacterVoice {
  const asked = fieldsOf(card.voice)
  const seat = seatIn(card, cast)
  const isElder = (card.age ?? 0) >= 60
  return {
    gender: asked.gender === 'female' || asked.gender === 'male' ? asked.gender : (card.gender ?? 'other'),
    seat,
    pitch: within(asked.pitch, 0.6, 1.5) ?? (isElder ? 0.92 : 1) * (0.94 + 0.04 * (hashText(`${card.id}/pitch`) % 4)),
    rate: within(asked.rate, 0.7, 1.4) ?? (isElder ? 0.93 : 1),
    name: typeof asked.name === 'string' && /^[\w.-]{1,64}$/.test(asked.name) ? asked.name : null,
  }
}

/** The seat that the id falls on, or the next free one: members choose in their order. */
function seatIn(card: Speaking, cast: readonly Speaking[]): number {
  const taken = new Set<number>()
  for (const member of cast.length > 0 ? cast : [card]) {
    let seat = hashText(member.id) % SEATS
    for (let tries = 0; taken.has(seat) && tries < SEATS; tries++) seat = (seat + 1) % SEATS
    if (member.id === card.id) return seat
    taken.add(seat)
  }
  return hashText(card.id) % SEATS
}

/** Cards come from anywhere: whatever stands in the field, it stops nothing. */
function fieldsOf(voice: unknown): Record<string, unknown> {
  if (typeof voice === 'string') return { name: voice }
  return voice !== null && typeof voice === 'object' ? { ...voice } : {}
}

function within(value: unknown, least: number, most: number): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : null
}
