import type { Locale } from '@everkin/contract/locales.ts'
import { fieldsOf } from '../prompt/loose-fields.ts'
import type { ChatServices } from '../services.ts'
import type { Member } from '../speakers/choose-speakers.ts'
import type { ChatRow } from '../store/chat-store.ts'
import { type MembershipHistory, membershipAfter } from '../store/membership-history.ts'
import type { PreparedChatCard } from './card-cache.ts'

/**
 * A chat's card in a language, in a group's case with those who are no longer in it, so that their old lines keep their
 * names; null when it is gone.
 */
export async function prepareChat(
  services: Pick<ChatServices, 'cards'>,
  chat: Pick<ChatRow, 'cardId' | 'roster'>,
  locale: Locale,
): Promise<PreparedChatCard | null> {
  const ready = await services.cards.find(chat.cardId, locale)
  if (!ready || !chat.roster) return ready
  const former = chat.roster.filter(({ card_id }) => !ready.members.some((member) => member.card.id === card_id))
  if (former.length === 0) return ready
  const names = former.map(({ card_id, name, avatar }) => ({ id: card_id, name, avatar }))
  return { ...ready, card: { ...ready.card, former: names } }
}

/** A group's members as turn policies see them. */
export function membersOf(ready: PreparedChatCard, muted: readonly string[]): Member[] {
  return ready.members.map(({ card, prepared }) => ({
    id: card.id,
    names: [...card.names, prepared.nickname].filter((name) => name !== ''),
    talkativeness: talkativenessOf(card.definition?.extensions),
    isMuted: muted.includes(card.id),
  }))
}

/** 0 to 1, a half unless the card says otherwise; many cards write it as a string. */
function talkativenessOf(extensions: unknown): number {
  const { talkativeness } = fieldsOf(extensions)
  const isText = typeof talkativeness === 'string' && talkativeness.trim() !== ''
  const value = typeof talkativeness === 'number' || isText ? Number(talkativeness) : Number.NaN
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0.5
}

/** Writes down, in a change of a group's chat, who has joined or left since the last one. */
export function recordMembership(chat: ChatRow, ready: PreparedChatCard): void {
  if (ready.card.type === 'multiple') chat.roster = currentMembership(chat, ready)
}

/** Who is and was in a group's chat, as its card is now; who has joined hears the next message first. */
export function currentMembership(
  chat: Pick<ChatRow, 'roster' | 'nextSeq'>,
  ready: PreparedChatCard,
): MembershipHistory {
  const members = ready.members.map((member) => member.card)
  return membershipAfter(chat.roster, members, chat.nextSeq)
}

/** Who speaks under this id in a chat: its character, or a member of its group; null for anybody else. */
export function speakerOfMessage(ready: PreparedChatCard, cardId: string): PreparedChatCard | null {
  if (ready.card.type === 'single') return ready.card.id === cardId ? ready : null
  return ready.members.find((member) => member.card.id === cardId) ?? null
}
