import { hashText } from '../../platform/seeded-random.ts'
import type { CardForChat } from '../characters/module.ts'
import type { CharacterVoice } from './speech-engine.ts'

const VOICE_COUNT = 8

type SpeakingCard = Pick<CardForChat, 'id' | 'gender' | 'age' | 'voice'>

/**
 * A character's voice: what the card asks for; anything else follows from its id, gender and age and is always the
 * same. In a group no two members get the same voice while there are unused ones.
 */
export function voiceForCard(card: SpeakingCard, members: readonly SpeakingCard[] = []): CharacterVoice {
  const requested = fieldsOf(card.voice)
  const voiceIndex = voiceIndexIn(card, members)
  const isElder = (card.age ?? 0) >= 60
  return {
    gender: requested.gender === 'female' || requested.gender === 'male' ? requested.gender : (card.gender ?? 'other'),
    voiceIndex,
    pitch:
      clampOrNull(requested.pitch, 0.6, 1.5) ??
      (isElder ? 0.92 : 1) * (0.94 + 0.04 * (hashText(`${card.id}/pitch`) % 4)),
    rate: clampOrNull(requested.rate, 0.7, 1.4) ?? (isElder ? 0.93 : 1),
    name: typeof requested.name === 'string' && isVoiceName(requested.name) ? requested.name : null,
  }
}

/** Whether a card may ask for a voice of this name. */
export function isVoiceName(name: string): boolean {
  return /^[\w.-]{1,64}$/.test(name)
}

/** The index that the id hashes to, or the next unused one; members choose in their order. */
function voiceIndexIn(card: SpeakingCard, members: readonly SpeakingCard[]): number {
  const taken = new Set<number>()
  for (const member of members.length > 0 ? members : [card]) {
    let voiceIndex = hashText(member.id) % VOICE_COUNT
    for (let tries = 0; taken.has(voiceIndex) && tries < VOICE_COUNT; tries++)
      voiceIndex = (voiceIndex + 1) % VOICE_COUNT
    if (member.id === card.id) return voiceIndex
    taken.add(voiceIndex)
  }
  return hashText(card.id) % VOICE_COUNT
}

/** Imported cards may contain anything here; a malformed voice is ignored. */
function fieldsOf(voice: unknown): Record<string, unknown> {
  if (typeof voice === 'string') return { name: voice }
  return voice !== null && typeof voice === 'object' ? { ...voice } : {}
}

function clampOrNull(value: unknown, min: number, max: number): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(max, Math.max(min, value)) : null
}
