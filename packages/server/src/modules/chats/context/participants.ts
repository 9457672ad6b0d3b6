import type { Locale } from '@everkin/contract/locales.ts'
import { toObject } from '../prompt/untrusted-fields.ts'
import type { ChatServices } from '../services.ts'
import type { Member } from '../speakers/choose-speakers.ts'
import type { ChatRow } from '../store/chat-store.ts'
import { type MembershipHistory, membershipAfter } from '../store/membership-history.ts'
import type { LoadedCard } from './card-cache.ts'

/**
 * A chat's card in a language; null when it no longer exists. For a group it includes former members, so that their old
 * lines keep their names.
 */
export async function findCardOfChat(
  services: Pick<ChatServices, 'cards'>,
  chat: Pick<ChatRow, 'cardId' | 'roster'>,
  locale: Locale,
): Promise<LoadedCard | null> {
  const loadedCard = await services.cards.find(chat.cardId, locale)
  if (!loadedCard || !chat.roster) return loadedCard
  const former = chat.roster.filter(({ card_id }) => !loadedCard.members.some((member) => member.card.id === card_id))
  if (former.length === 0) return loadedCard
  const names = former.map(({ card_id, name, avatar }) => ({ id: card_id, name, avatar }))
  return { ...loadedCard, card: { ...loadedCard.card, former: names } }
}

/** The members of a group as turn policies see them. */
export function membersOf(loadedCard: LoadedCard, muted: readonly string[]): Member[] {
  return loadedCard.members.map(({ card, promptCard }) => ({
    id: card.id,
    names: [...card.names, promptCard.nickname].filter((name) => name !== ''),
    talkativeness: talkativenessOf(card.definition?.extensions),
    isMuted: muted.includes(card.id),
  }))
}

/** 0 to 1, by default a half. Many cards store it as a string. */
function talkativenessOf(extensions: unknown): number {
  const { talkativeness } = toObject(extensions)
  const isText = typeof talkativeness === 'string' && talkativeness.trim() !== ''
  const value = typeof talkativeness === 'number' || isText ? Number(talkativeness) : Number.NaN
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0.5
}

/** Records, during a change of a group's chat, who has joined or left since the last change. */
export function recordMembership(chat: ChatRow, loadedCard: LoadedCard): void {
  if (loadedCard.card.type === 'multiple') chat.roster = currentMembership(chat, loadedCard)
}

/** The membership of a group's chat according to its current card. A new member sees the next message first. */
export function currentMembership(
  chat: Pick<ChatRow, 'roster' | 'nextSeq'>,
  loadedCard: LoadedCard,
): MembershipHistory {
  const members = loadedCard.members.map((member) => member.card)
  return membershipAfter(chat.roster, members, chat.nextSeq)
}

/** The speaker with this id in a chat: its character, or a member of its group; null for anybody else. */
export function speakerOfMessage(loadedCard: LoadedCard, cardId: string): LoadedCard | null {
  if (loadedCard.card.type === 'single') return loadedCard.card.id === cardId ? loadedCard : null
  return loadedCard.members.find((member) => member.card.id === cardId) ?? null
}
