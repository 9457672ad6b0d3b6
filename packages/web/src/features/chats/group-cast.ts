import type { ApiData } from '@everkin/contract/api-types.ts'
import type { MultipleCard } from '@everkin/contract/types.ts'
import { clothClasses } from '../../ui/cast-cloths.ts'
import { clothClass } from '../../ui/cloth.ts'
import { shortNames } from './short-names.ts'

/** One of those who speak in a group, as its conversation shows them. */
export interface CastMember {
  cardId: string
  name: string
  /** As they are called among themselves and after an `@`. */
  shortName: string
  avatar: string | null
  tagline: string
  /** CSS class of the cloth that nobody else of the cast has. */
  cloth: string
}

/** Who speaks in a group, in the order of its card, and how turns go; null where the card is gone by now. */
export interface GroupCast {
  members: CastMember[]
  policy: MultipleCard['turn_policy'] | null
}

type Members = ApiData<'GET /api/chat/info'>['members']

/** The cast of a chat's group; null for a chat with one character. */
export function groupCast(
  chat: { type: 'single' | 'multiple'; members: Members },
  card: Pick<MultipleCard, 'turn_policy' | 'members'> | null,
): GroupCast | null {
  if (chat.type !== 'multiple') return null
  const cloths = clothClasses(chat.members.map((member) => member.card_id))
  const short = shortNames(chat.members.map((member) => member.name))
  const members = chat.members.map(({ card_id, name, avatar }, at) => ({
    cardId: card_id,
    name,
    shortName: short[at] ?? name,
    avatar,
    tagline: card?.members.find((member) => member.id === card_id)?.tagline ?? '',
    cloth: cloths[at] ?? clothClass(card_id),
  }))
  return { members, policy: card?.turn_policy ?? null }
}

/** The cloth of a speaker: of the cast, else their own. */
export function clothOf(group: GroupCast | null, cardId: string): string {
  return group?.members.find((member) => member.cardId === cardId)?.cloth ?? clothClass(cardId)
}
