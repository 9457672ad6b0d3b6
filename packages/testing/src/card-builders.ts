import type { CardForChat } from '@everkin/server/modules/characters/card-for-chat.ts'
import { indexCards } from '@everkin/server/modules/characters/search-index.ts'
import type { Database } from '@everkin/server/platform/db/database.ts'
import { newId } from '@everkin/server/platform/ids.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')

type CardOptions = Partial<Omit<CardForChat, 'members' | 'casting' | 'greetings'>> & {
  greeting?: string
  creatorNotes?: string
  memberIds?: string[]
  chats?: number
  createdAt?: Date
}

/** Stores a card, by default a public character of thirty, and lists it. Returns its id. */
export async function createTestCard(database: Database, options: CardOptions = {}): Promise<string> {
  const id = options.id ?? newId()
  const type = options.type ?? 'single'
  const isSingle = type === 'single'
  const definition = {
    description: '',
    personality: '',
    scenario: '',
    first_mes: options.greeting ?? 'Hello there.',
    mes_example: '',
    alternate_greetings: [],
    system_prompt: '',
    post_history_instructions: '',
    character_book: null,
    extensions: {},
    ...options.definition,
  }
  const casting = { scenario: 'A room.', opening: 'It begins.', openingTurns: [], groupOnlyGreetings: {} }
  await database.transaction(async (tx) => {
    await tx.query(
      `insert into card (id, type, state, visibility, rating, creator_id, name, tagline, gender, age, tags, definition,
         casting, member_ids, chat_count, rank, created_at, updated_at, creator_notes)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::jsonb, $13::jsonb, $14, $15, $16, $17, $17, $18)`,
      [
        id,
        type,
        options.state ?? 'published',
        options.visibility ?? 'public',
        options.rating ?? 'sfw',
        options.creatorId ?? null,
        options.name ?? 'Someone',
        options.tagline ?? '',
        isSingle ? (options.gender ?? 'other') : null,
        isSingle && options.age === undefined ? 30 : (options.age ?? null),
        options.tags ?? [],
        isSingle ? JSON.stringify(definition) : null,
        isSingle ? null : JSON.stringify(casting),
        options.memberIds ?? [],
        options.chats ?? 0,
        options.chats ?? 0,
        options.createdAt ?? NOW,
        options.creatorNotes ?? '',
      ],
    )
    await indexCards(tx, [id])
  })
  return id
}
