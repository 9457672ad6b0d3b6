import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import { deleteSubtree } from './deleted-messages.ts'
import { findOnPath, findOnPathAfter, findOnPathBefore, isOnPath, loadPath } from './message-path.ts'
import { insertMessage, loadSkipPointers, type NewMessage } from './message-store.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')

describe.each(testDatabaseKinds)('the message tree on %s', (kind) => {
  let database: Database
  let drop: () => Promise<void>
  let chats = 0

  beforeAll(async () => {
    ;({ database, drop } = await openTestDatabase(kind))
    await database.query(`insert into person (id, created_at) values ('p', $1)`, [NOW])
  })
  afterAll(() => drop())

  /** Message n + 1 is a child of one of the messages 0 (above the roots) to n. */
  async function plant(parents: readonly number[]): Promise<string> {
    const chatId = `chat${++chats}`
    await database.query(
      `insert into chat (id, person_id, card_id, type, title, locale, created_at, updated_at)
       values ($1, 'p', 'c', 'single', '', 'en', $2, $2)`,
      [chatId, NOW],
    )
    for (const [index, parentSeq] of parents.entries()) {
      const message: NewMessage = {
        chatId,
        seq: index + 1,
        parentSeq,
        rev: index + 1,
        role: 'user',
        text: `message ${index + 1}`,
        tokens: 2,
        createdAt: NOW,
      }
      await insertMessage(database, message, await loadSkipPointers(database, chatId, parentSeq))
    }
    return chatId
  }

  const pathOf = (parents: readonly number[], leaf: number): number[] => {
    const path: number[] = []
    for (let seq = leaf; seq > 0; seq = parents[seq - 1]!) path.unshift(seq)
    return path
  }

  const tree = fc
    .array(fc.nat(), { minLength: 1, maxLength: 40 })
    // Mostly linear with some branches, as real conversations are.
    .map((picks) => picks.map((pick, index) => (pick % 4 === 0 ? pick % (index + 1) : index)))

  it('finds the same path as a walk from the leaf, for every tree and every leaf', async () => {
    await fc.assert(
      fc.asyncProperty(tree, fc.nat(), async (parents, pick) => {
        const chatId = await plant(parents)
        const leaf = 1 + (pick % parents.length)
        const path = pathOf(parents, leaf)
        for (let seq = 1; seq <= parents.length; seq++) {
          expect(await isOnPath(database, chatId, leaf, seq)).toBe(path.includes(seq))
          expect(await findOnPathBefore(database, chatId, leaf, seq)).toBe(path.filter((on) => on < seq).at(-1) ?? null)
        }
        const every = Array.from({ length: parents.length + 1 }, (_, index) => index + 1)
        expect((await findOnPath(database, chatId, leaf, every)).sort((a, b) => a - b)).toEqual(path)
        for (const [index, seq] of [0, ...path].entries()) {
          expect(await findOnPathAfter(database, chatId, leaf, seq)).toBe(path[index] ?? null)
        }
      }),
      { numRuns: kind === 'embedded' ? 15 : 30 },
    )
  })

  it('pages the path without gaps or repetitions, whatever the page size', async () => {
    await fc.assert(
      fc.asyncProperty(tree, fc.nat(), fc.integer({ min: 1, max: 7 }), async (parents, pick, limit) => {
        const chatId = await plant(parents)
        const leaf = 1 + (pick % parents.length)
        const pages: number[] = []
        let beforeSeq: number | undefined
        for (;;) {
          const { rows, hasMore } = await loadPath(database, chatId, leaf, { beforeSeq, limit })
          pages.unshift(...rows.map((row) => row.seq))
          if (!hasMore) break
          beforeSeq = rows[0]!.seq
        }
        expect(pages).toEqual(pathOf(parents, leaf))
      }),
      { numRuns: 20 },
    )
  })

  it('deletes a message and its subtree, leaves tombstones without text, and nothing else', async () => {
    const parents = [0, 1, 2, 2, 3, 4]
    const chatId = await plant(parents)
    expect(await deleteSubtree(database, chatId, 3, 99)).toEqual([3, 5])
    const rows = await database.query<{ seq: number; deleted: boolean; text: string; rev: number }>(
      'select seq, deleted, text, rev from message where chat_id = $1 order by seq',
      [chatId],
    )
    expect(rows.filter((row) => row.deleted)).toEqual([
      { seq: 3, deleted: true, text: '', rev: 99 },
      { seq: 5, deleted: true, text: '', rev: 99 },
    ])
    expect(rows.filter((row) => !row.deleted).map((row) => row.seq)).toEqual([1, 2, 4, 6])
    expect(await deleteSubtree(database, chatId, 3, 100)).toEqual([])
  })
})
