import type { MultipleCard, SingleCard } from '@everkin/contract/types.ts'

/** Just what a shelf shows of a character. */
export interface ShelfCard {
  id: string
  name: string
  tagline: string
  cover: string | null
  chats: number
  isMature: boolean
}

/** Just what a shelf shows of a group. */
export interface ShelfStory {
  id: string
  name: string
  tagline: string
  cast: { id: string; name: string; avatar: string | null }[]
  chats: number
  isMature: boolean
}

export function toShelfCard(card: SingleCard): ShelfCard {
  return {
    id: card.id,
    name: card.name,
    tagline: card.tagline,
    cover: card.cover ?? card.avatar,
    chats: card.chat_count,
    isMature: card.rating === 'nsfw',
  }
}

export function toShelfStory(card: MultipleCard): ShelfStory {
  return {
    id: card.id,
    name: card.name,
    tagline: card.tagline || card.scenario,
    cast: card.members.map(({ id, name, avatar }) => ({ id, name, avatar })),
    chats: card.chat_count,
    isMature: card.rating === 'nsfw',
  }
}

type Card = SingleCard | MultipleCard

/** The characters among some cards, as a shelf shows them. */
export function shelvedCards(cards: Card[]): ShelfCard[] {
  return cards.flatMap((card) => (card.type === 'single' ? [toShelfCard(card)] : []))
}

/** The groups among some cards, as a shelf shows them. */
export function shelvedStories(cards: Card[]): ShelfStory[] {
  return cards.flatMap((card) => (card.type === 'multiple' ? [toShelfStory(card)] : []))
}
