import { LIMITS } from '@everkin/contract/limits.ts'
import { textOfLength, WORST_TEXTS } from '@everkin/testing/worst-values.ts'
import type { WorstClient } from './worst-client.ts'
import { DIFFERENT, type MadeIds, WORDS, type WorstRow } from './worst-row.ts'

const CARD_FIELDS = { name: 'Worst', tagline: 'A lamp.', age: 30, language: 'en', rating: 'sfw', visibility: 'private' }
const SAVE_CARD = 'POST /api/chat.Single/saveCard'

export function saveRow(input: string, card: object, as = 'card'): WorstRow {
  return {
    operation: SAVE_CARD,
    input,
    run: async (client, made) => {
      const { code, data } = await client.call(SAVE_CARD, { body: { ...CARD_FIELDS, ...card } })
      if (data.id !== undefined) made[as] = data.id
      return code
    },
  }
}

export const MIB = 900 * 1024
export const entriesOf = (unit: string) =>
  Array.from({ length: LIMITS.loreEntries }, (_, at) => ({ keys: [`k${at}`], content: textOfLength(unit, 400, 400) }))

/** Cards of a MiB: one text, thousands of texts, and text in every field. */
export function rowsOfCards(): WorstRow[] {
  return Object.entries(WORST_TEXTS).flatMap(([input, unit]) => [
    saveRow(`one text of ${input}`, { definition: { extensions: { note: textOfLength(unit, MIB, MIB) } } }),
    saveRow(`a lorebook of ${input}`, { definition: { character_book: { entries: entriesOf(unit) } } }),
    saveRow(`greetings of ${input}`, {
      definition: {
        first_mes: textOfLength(unit, 60_000, 60_000),
        alternate_greetings: Array.from({ length: 13 }, () => textOfLength(unit, 60_000, 60_000)),
      },
    }),
    {
      operation: 'POST /api/editor/testReply',
      input: `a card and forty lines of ${input}`,
      run: async (client) => {
        const card = { ...CARD_FIELDS, definition: { extensions: { note: textOfLength(unit, MIB / 2, MIB / 2) } } }
        const line = textOfLength(unit, LIMITS.messageLength, 10_000)
        const messages = Array.from({ length: 40 }, () => ({ role: 'user', text: line }))
        return (await client.call('POST /api/editor/testReply', { body: { card, messages } })).code
      },
    },
  ])
}

/** What can be done with the last card that was saved. */
export function rowsOfSavedCard(): WorstRow[] {
  const calls: [string, 'query' | 'body', object][] = [
    ['POST /api/editor/duplicateCard', 'body', {}],
    ['GET /api/editor/card', 'query', {}],
    ['GET /api/editor/versions', 'query', {}],
    ['GET /api/editor/version', 'query', { number: 1 }],
    ['POST /api/editor/restoreVersion', 'body', { number: 1 }],
    ['GET /api/chat.Single/exportCard', 'query', { format: 'json' }],
    ['GET /api/chat.Single/exportCard', 'query', { format: 'png' }],
    ['GET /api/chat.Single/exportInfo', 'query', {}],
    ['GET /api/chat.Single/exportLorebook', 'query', {}],
  ]
  const change: WorstRow = {
    operation: SAVE_CARD,
    input: 'a change of a large card',
    run: async (client, { card = '' }) =>
      (await client.call(SAVE_CARD, { body: { id: card, definition: { description: 'Changed.' } } })).code,
  }
  return [
    change,
    ...calls.map(([operation, part, more]) => ({
      operation,
      input: 'a large card',
      run: async (client: WorstClient, { card = '' }: MadeIds) =>
        (await client.call(operation, { [part]: { id: card, ...more } })).code,
    })),
    ...Array.from(
      { length: 12 },
      (_, at): WorstRow => ({
        operation: 'POST /api/editor/saveDraft',
        input: `a draft of a MiB, number ${at + 1}`,
        run: async (client) => {
          const content = { name: 'Draft', note: textOfLength(DIFFERENT, MIB, MIB) }
          return (await client.call('POST /api/editor/saveDraft', { body: { type: 'single', content } })).code
        },
      }),
    ),
    {
      operation: 'GET /api/editor/drafts',
      input: 'many large drafts',
      run: async (client) => (await client.call('GET /api/editor/drafts')).code,
    },
    {
      operation: 'GET /api/user/chatCardList',
      input: 'many large cards',
      run: async (client) =>
        (await client.call('GET /api/user/chatCardList', { query: { type: 'single', limit: 100 } })).code,
    },
  ]
}

/** Files of characters, as large as a body and as large as a file may be. */
export function rowsOfFiles(): WorstRow[] {
  const cardFile = (data: object) =>
    new TextEncoder().encode(JSON.stringify({ spec: 'chara_card_v3', spec_version: '3.0', data }))
  const upload = (operation: string, input: string, file: () => Uint8Array): WorstRow => ({
    operation,
    input,
    run: async (client) => (await client.upload(operation, {}, file())).code,
  })
  const importCard = 'POST /api/chat.Single/importCard'
  return [
    upload(importCard, 'a lorebook of short words', () =>
      cardFile({ name: 'Worst', character_book: { entries: entriesOf(WORDS) } }),
    ),
    upload(importCard, 'one text of different words', () =>
      cardFile({
        name: 'Worst',
        description: textOfLength(DIFFERENT, 60_000),
        extensions: { x: textOfLength(DIFFERENT, MIB) },
      }),
    ),
    upload(importCard, '50 MB of spaces', () => new Uint8Array(49_000_000).fill(32)),
    upload('POST /api/chat.Single/importLorebook', 'a lorebook of short words', () =>
      new TextEncoder().encode(JSON.stringify({ spec: 'lorebook_v3', data: { entries: entriesOf(WORDS) } })),
    ),
    {
      operation: 'POST /api/common/upload',
      input: 'random bytes',
      run: async (client) =>
        (
          await client.upload(
            'POST /api/common/upload',
            { purpose: 'card' },
            crypto.getRandomValues(new Uint8Array(60_000)),
          )
        ).code,
    },
  ]
}
