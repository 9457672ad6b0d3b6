import { testAccounts } from '@everkin/testing/account-services.ts'
import { asCaller, createTestPerson, identityOf } from '@everkin/testing/builders.ts'
import { createTestCard } from '@everkin/testing/card-builders.ts'
import { readZipTexts } from '@everkin/testing/read-zip.ts'
import { openTestDatabase } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import type { FileReply } from '../../../platform/http/stream-reply.ts'
import { exportData } from '../../accounts/export/export-data.ts'
import type { Person } from '../../accounts/person.ts'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ database: db, drop } = await openTestDatabase('embedded'))
})
afterAll(() => drop())

const now = new Date('2026-11-20T12:00:00.000Z')

async function wholeOf({ pieces }: FileReply): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const piece of pieces) parts.push(piece)
  return Buffer.concat(parts)
}

async function createTestChat(
  person: Person,
  overrides: { cardId: string; title?: string; id?: string; leafSeq: number; nextSeq: number },
) {
  const id = overrides.id ?? `chat${Math.random().toString(36).slice(2)}`
  await db.query(
    `insert into chat (id, person_id, card_id, type, title, locale, leaf_seq, next_seq, created_at, updated_at)
     values ($1, $2, $3, 'single', $4, 'en', $5, $6, $7, $7)`,
    [id, person.id, overrides.cardId, overrides.title ?? '', overrides.leafSeq, overrides.nextSeq, now],
  )
  return id
}

describe('chats in the personal data export', () => {
  it('contain every branch, and a readable file of the active path', async () => {
    const person = await createTestPerson(db, { nickname: 'Robin' })
    const cardId = await createTestCard(db, { name: 'Ilse' })
    const id = await createTestChat(person, { cardId, title: '../a:"b"\u202e', leafSeq: 5, nextSeq: 7 })
    // 1 ← 2 ← 3 and, as another version of 3, 4 ← 5; 6 was deleted.
    const rows = [
      [1, 0, 'character', 'greeting'],
      [2, 1, 'user', 'question'],
      [3, 2, 'character', 'left'],
      [4, 2, 'character', 'kept'],
      [5, 4, 'user', 'thanks “quoted” \n\u2028'],
    ] as const
    for (const [seq, parent, role, text] of rows)
      await db.query(
        `insert into message (chat_id, seq, parent_seq, depth, jump_seq, jump_depth, rev, role, speaker_id, text, status, created_at)
         values ($1, $2, $3, 1, 0, 0, 1, $4, $5, $6, 'complete', $7)`,
        [id, seq, parent, role, role === 'user' ? null : cardId, text, now],
      )
    await db.query(
      `insert into message (chat_id, seq, parent_seq, depth, jump_seq, jump_depth, rev, role, text, status, deleted, created_at)
       values ($1, 6, 4, 1, 0, 0, 1, 'user', '', 'complete', true, $2)`,
      [id, now],
    )
    const { services } = testAccounts(db)
    const files = readZipTexts(await wholeOf(await exportData(services, asCaller({ identity: identityOf(person) }))))
    const names = Object.keys(files).filter((name) => name.startsWith('chats/'))
    expect(names).toEqual([`chats/2026-11-20 a b ${id.slice(-6)}.json`, `chats/2026-11-20 a b ${id.slice(-6)}.txt`])
    const whole = JSON.parse(files[names[0] ?? ''] ?? '') as {
      messages: { text: string; active: boolean; speaker: string | null }[]
    } // what we have just written
    expect(whole.messages.map(({ text, active }) => [text, active])).toEqual([
      ['greeting', true],
      ['question', true],
      ['left', false],
      ['kept', true],
      ['thanks “quoted” \n\u2028', true],
    ])
    expect(whole.messages.map(({ speaker }) => speaker)).toEqual(['Ilse', null, 'Ilse', 'Ilse', null])
    const read = files[names[1] ?? ''] ?? ''
    expect(read.match(/^(Ilse|Robin) \(2026-11-20 12:00 UTC\)$/gm)).toHaveLength(4)
    expect(read).toContain('Every character in this chat is an AI character.')
    expect(read).not.toContain('left')
  })

  it('are complete for a long chat read in pages, each message once', async () => {
    const person = await createTestPerson(db)
    const cardId = await createTestCard(db)
    const count = 5_432
    const id = await createTestChat(person, { cardId, leafSeq: count, nextSeq: count + 1 })
    // Every tenth message is a variant off the active path.
    await db.query(
      `insert into message (chat_id, seq, parent_seq, depth, jump_seq, jump_depth, rev, role, text, status, created_at)
       select $1, n, case when n % 10 = 1 and n > 1 then n - 2 else n - 1 end, 1, 0, 0, 1, 'user', 'message ' || n, 'complete', $2
       from generate_series(1, $3::int) n`,
      [id, now, count],
    )
    let most = 0
    const watched: Database = {
      ...db,
      query: async (text, values) => {
        const rows = await db.query(text, values)
        if (/from message/.test(text) && !/parent_seq as "parentSeq" from/.test(text))
          most = Math.max(most, rows.length)
        return rows as never[] // whatever was queried
      },
    }
    const { services } = testAccounts(watched)
    const files = readZipTexts(await wholeOf(await exportData(services, asCaller({ identity: identityOf(person) }))))
    const whole = JSON.parse(
      Object.entries(files).find(([name]) => name.startsWith('chats/') && name.endsWith('.json'))?.[1] ?? '',
    ) as { messages: { text: string; active: boolean }[] } // what we have just written
    expect(whole.messages.map(({ text }) => text)).toEqual(
      Array.from({ length: count }, (_, index) => `message ${index + 1}`),
    )
    expect(whole.messages.filter(({ active }) => !active).length).toBe(Math.floor((count - 1) / 10))
    expect(most).toBe(200)
  })

  it('N4: omit chats and favourites with adult characters for people who may not see them', async () => {
    const cardId = await createTestCard(db, { name: 'Canary', rating: 'nsfw' })
    const confirmed = { adultConfirmedAt: now }
    for (const [overrides, isThere] of [
      [{ ...confirmed, nsfw: true }, true],
      [{ ...confirmed, nsfw: false }, false],
      [{ ageState: 'minor_declared', ageScope: 1 }, false],
    ] as const) {
      const person = await createTestPerson(db, overrides)
      await createTestChat(person, { cardId, leafSeq: 0, nextSeq: 1 })
      await db.query('insert into card_like (person_id, card_id, created_at) values ($1, $2, $3)', [
        person.id,
        cardId,
        now,
      ])
      const { services } = testAccounts(db)
      const files = readZipTexts(await wholeOf(await exportData(services, asCaller({ identity: identityOf(person) }))))
      const all = JSON.stringify(files)
      expect(all.includes('Canary')).toBe(isThere)
      expect(all.includes(cardId)).toBe(isThere)
      expect(files['README.txt']?.includes('left out')).toBe(!isThere)
    }
  })

  it('are limited to five copies a day, with the time of the next one', async () => {
    const person = await createTestPerson(db)
    const { services, clock } = testAccounts(db)
    const ask = () => exportData(services, asCaller({ identity: identityOf(person) }))
    for (let count = 0; count < 5; count++) await ask()
    await expect(ask()).rejects.toMatchObject({ errorName: 'TooManyRequests', facts: { retry_after: 86_400 } })
    clock.advance(86_400_000)
    await ask()
  })
})
