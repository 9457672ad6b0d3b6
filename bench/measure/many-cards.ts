import { indexCards, popularityRank } from '@everkin/server/modules/characters/module.ts'
import type { Database } from '@everkin/server/platform/db/database.ts'
import { createSeededRandom } from '@everkin/server/platform/seeded-random.ts'

/** Names that already have more than a page of cards each in the smallest library. */
export const COMMON_NAMES = {
  latin: ['Marisol', 'Theodora', 'Lysander', 'Rosalind', 'Benedikt', 'Annelore'],
  arabic: ['ياسمين', 'سليمان'],
  cjk: ['月森', '陈星'],
}

interface Card {
  id: string
  name: string
  tagline: string
  gender: string
  language: string
  tags: string[]
  chats: number
  createdAt: string
}

const CARDS_A_TRANSACTION = 2_000
const FAMILY_NAMES = 4_000
const WORDS = 3_000
const TAGS = 400
const FREQUENT_TAGS = [
  'fantasy',
  'mystery',
  'comedy',
  'adventure',
  'cosy',
  'scifi',
  'history',
  'music',
  'food',
  'study',
]
const SYLLABLES = {
  latin: 'ba bel cor da dren el fa gar hol in jo ka lor ma nes or pel quin ra sha ta ur vel wen yor zan'.split(' '),
  arabic: 'با تر جم حس خل در رش زه سم شا صف ضي طا عب غد فر قم كا لم مر نو هد وس يز'.split(' '),
  cjk: [...'山川海空風雨雪花木林石光夜朝夢歌舟橋灯鈴玉青白黒紅金銀星月日'],
}
type Script = keyof typeof SYLLABLES

/** Stores this many generated characters and lists them as every change of a card does, in every script. */
export async function storeManyCards(database: Database, count: number): Promise<void> {
  const chance = createSeededRandom('many cards')
  for (let from = 0; from < count; from += CARDS_A_TRANSACTION) {
    const cards = Array.from({ length: Math.min(CARDS_A_TRANSACTION, count - from) }, (_, at) =>
      cardOf(from + at, chance),
    )
    await database.transaction(async (tx) => {
      await tx.query(
        `insert into card (id, type, name, tagline, gender, age, language, tags, definition, chat_count, rank,
           created_at, updated_at)
         select id, 'single', name, tagline, gender, 30, language, string_to_array(tags, ','), definition::jsonb,
           chats, rank, created_at::timestamptz, created_at::timestamptz
         from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[],
           $9::int[], $10::text[]) as t (id, name, tagline, gender, language, tags, definition, chats, rank, created_at)`,
        [
          cards.map((card) => card.id),
          cards.map((card) => card.name),
          cards.map((card) => card.tagline),
          cards.map((card) => card.gender),
          cards.map((card) => card.language),
          cards.map((card) => card.tags.join(',')),
          cards.map((card) => JSON.stringify({ first_mes: `${card.tagline} ${card.tagline} ${card.tagline}` })),
          cards.map((card) => card.chats),
          cards.map((card) => popularityRank({ chat_count: card.chats, like_count: 0, editorial: 0 })),
          cards.map((card) => card.createdAt),
        ],
      )
      await indexCards(
        tx,
        cards.map((card) => card.id),
      )
    })
  }
}

function cardOf(index: number, chance: () => number): Card {
  const pick = (items: readonly string[]): string => items[Math.floor(chance() * items.length)]! // the index is always in range
  const script: Script = index % 10 === 8 ? 'arabic' : index % 10 === 9 ? 'cjk' : 'latin'
  const isCommon = index % 4 !== 0 || script !== 'latin'
  const given = isCommon
    ? pick(COMMON_NAMES[script])
    : wordOf('latin', FAMILY_NAMES + Math.floor(chance() * FAMILY_NAMES))
  const family = wordOf(script, Math.floor(chance() * FAMILY_NAMES))
  const words = Array.from({ length: 9 }, () => wordOf(script, skewed(chance, WORDS)))
  const between = script === 'cjk' ? '' : ' '
  const tags = [pick(FREQUENT_TAGS), pick(FREQUENT_TAGS), `tag-${skewed(chance, TAGS)}`]
  return {
    id: `bench${String(index).padStart(9, '0')}`,
    name: given + between + family,
    tagline: words.join(between),
    gender: pick(['female', 'male', 'other']),
    language: { latin: 'en', arabic: 'ar', cjk: 'ja' }[script],
    tags: [...new Set(tags)],
    chats: Math.floor(10 ** (chance() * 4)),
    createdAt: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
  }
}

/** A unique word for every number: two to four syllables. */
function wordOf(script: Script, number: number): string {
  const syllables = SYLLABLES[script]
  const chance = createSeededRandom(`${script} ${number}`)
  const length = script === 'cjk' ? 2 : 3 + (number % 2)
  const word = Array.from({ length }, () => syllables[Math.floor(chance() * syllables.length)]).join('')
  return script === 'latin' ? word[0]!.toUpperCase() + word.slice(1) : word
}

/** Small numbers far more often than large ones, as with the words of a language. */
function skewed(chance: () => number, below: number): number {
  return Math.floor(below ** chance()) - 1
}
