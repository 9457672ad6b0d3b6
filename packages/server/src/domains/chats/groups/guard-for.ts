import type { ReadyCard } from '../cards.ts'
import type { ReplySetting } from '../reply-setting.ts'
import { createLineGuard, type LineGuard } from './line-guard.ts'

/** The guard over a group member's reply, of which `begun` is there already; null where one character talks alone. */
export function guardFor({ ready, speaker, persona, person }: ReplySetting, begun: string): LineGuard | null {
  if (ready.card.type === 'single') return null
  const others = ready.members.filter((member) => member.card.id !== speaker.card.id)
  const reader = [persona.name, person.nickname, 'User']
  const names = { own: namesOf(speaker), others: [...others.map(namesOf), ...reader.map((name) => [name])] }
  return createLineGuard(names, begun === '' || /[\n\r]\s*$/.test(begun))
}

function namesOf({ card, prepared }: ReadyCard): string[] {
  return [...card.names, prepared.nickname]
}
