import type { CardForChat } from '@everkin/server/domains/characters/card-for-chat.ts'
import { shelveCards } from '@everkin/server/domains/characters/shelve-cards.ts'
import type { Database } from '@everkin/server/platform/db/database.ts'
import { newId } from '@everkin/server/platform/ids.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')

type Wishes = Partial<Omit<CardForChat, 'members' | 'casting' | 'greetings'>> & {
  greeting?: string
  memberIds?: string[]
  chats?: number
  createdAt?: Date
}

/** Stores a card, a public character of thirty unless told otherwise, and puts it on the shelves. Gives its id. */
export async function aCard(database: Database, wishes: Wishes = {}): Promise<string> {
  const id = wishes.id ?? newId()
  const type = wishes.type ?? 'single'
  const isSingle = type === 'single'
  const definition = {
    description: '',
    personality: '',
    scenario: '',
    first_mes: wishes.greeting ?? 'Hello there.',
    mes_example: '',
    alternate_greetings: [],
    system_prompt: '',
    post_history_instructions: '',
    character_book: null,
    extensions: {},
    ...wishes.definition,
  }
  const casting = { scenario: 'A room.', opening: 'It begins.', openingTurns: [], groupOnlyGreetings: {} }
  await database.transaction(async (tx) => {
    await tx.query(
      `insert into card (id, type, state, visibility, rating, creator_id, name, tagline, gender, age, tags, definition,
         casting, member_ids, chat_count, rank, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::jsonb, $13::jsonb, $14, $15, $16, $17, $17)`,
      [
        id,
        type,
        wishes.state ?? 'published',
        wishes.visibility ?? 'public',
        wishes.rating ?? 'sfw',
        wishes.creatorId ?? null,
        wishes.name ?? 'Someone',
        wishes.tagline ?? '',
        isSingle ? (wishes.gender ?? 'other') : null,
        isSingle && wishes.age === undefined ? 30 : (wishes.age ?? null),
        wishes.tags ?? [],
        isSingle ? JSON.stringify(definition) : null,
        isSingle ? null : JSON.stringify(casting),
        wishes.memberIds ?? [],
        wishes.chats ?? 0,
        wishes.chats ?? 0,
        wishes.createdAt ?? NOW,
      ],
    )
    await shelveCards(tx, [id])
  })
  return id
}
