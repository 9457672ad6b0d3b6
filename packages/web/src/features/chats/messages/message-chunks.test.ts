import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chunkMessages } from './message-chunks.tsx'

const seqOf = (id: string) => Number(id.slice(1))
const path = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `m${from + index}`)

describe('chunksOf', () => {
  it('includes every message once, in order, with its neighbours', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat({ max: 3_000 })), (seqs) => {
        const ids = seqs.sort((a, b) => a - b).map((seq) => `m${seq}`)
        const chunks = chunkMessages(ids, seqOf, [])
        expect(chunks.flatMap((chunk) => chunk.ids)).toEqual(ids)
        expect(new Set(chunks.map((chunk) => chunk.key)).size).toBe(chunks.length)
        for (const [index, chunk] of chunks.entries()) {
          expect(chunk.before).toBe(chunks[index - 1]?.ids.at(-1) ?? null)
          expect(chunk.after).toBe(chunks[index + 1]?.ids[0] ?? null)
        }
      }),
    )
  })

  it('changes only the last chunk for a new message, and only the first for an older page', () => {
    const before = chunkMessages(path(500, 700), seqOf, [])
    const grown = chunkMessages(path(500, 701), seqOf, before)
    expect(grown.filter((chunk, index) => chunk !== before[index])).toHaveLength(1)
    const older = chunkMessages(path(450, 700), seqOf, before)
    expect(older.filter((chunk) => before.includes(chunk))).toHaveLength(before.length - 1)
  })
})
