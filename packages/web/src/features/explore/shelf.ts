import type { MultipleCard, SingleCard } from '@everkin/contract/types.ts'

/** The fields of a character that a shelf shows. */
export interface ShelfCard {
  id: string
  name: string
  tagline: string
  cover: string | null
  /** A line of theirs, in place of a picture. */
  quote: string | null
  chats: number
  /** What it is like, in a word, where there is no number to show. */
  mood: string | null
  isMature: boolean
}

/** The fields of a group that a shelf shows. */
export interface ShelfStory {
  id: string
  name: string
  tagline: string
  cover: string | null
  cast: { id: string; name: string; avatar: string | null }[]
  chats: number
  isMature: boolean
}

export function toShelfCard(card: SingleCard): ShelfCard {
  const cover = card.cover ?? card.avatar
  return {
    id: card.id,
    name: card.name,
    tagline: card.tagline,
    cover,
    quote: cover === null ? (card.hook?.line ?? null) : null,
    chats: card.chat_count,
    mood: card.tags[0]?.name ?? null,
    isMature: card.rating === 'nsfw',
  }
}

export function toShelfStory(card: MultipleCard): ShelfStory {
  return {
    id: card.id,
    name: card.name,
    tagline: card.tagline || card.scenario,
    cover: card.cover ?? card.scene?.url ?? null,
    cast: card.members.map(({ id, name, avatar }) => ({ id, name, avatar })),
    chats: card.chat_count,
    isMature: card.rating === 'nsfw',
  }
}

type Card = SingleCard | MultipleCard

/** Picks the characters from a list of cards, reduced to what a shelf shows. */
export function shelvedCards(cards: Card[]): ShelfCard[] {
  return cards.flatMap((card) => (card.type === 'single' ? [toShelfCard(card)] : []))
}

/** Picks the groups from a list of cards, reduced to what a shelf shows. */
export function shelvedStories(cards: Card[]): ShelfStory[] {
  return cards.flatMap((card) => (card.type === 'multiple' ? [toShelfStory(card)] : []))
}
