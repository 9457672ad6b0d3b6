import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildOutline, firstDeletedSeqs, runStarts } from './branch-outline.ts'

interface Message {
  seq: number
  parentSeq: number
  deleted: boolean
}

/** Any tree in which numbers grow from parent to child, with whole subtrees deleted. */
const trees = fc
  .array(fc.record({ back: fc.oneof({ weight: 6, arbitrary: fc.constant(1) }, fc.nat(30)), gone: fc.nat(40) }), {
    minLength: 1,
    maxLength: 60,
  })
  .map((steps) => {
    const messages: Message[] = []
    for (const [index, { back }] of steps.entries())
      messages.push({ seq: index + 1, parentSeq: Math.max(0, index + 1 - Math.max(1, back)), deleted: false })
    for (const [index, { gone }] of steps.entries()) if (gone === 0) drop(messages, index + 1)
    return messages
  })

function drop(messages: Message[], seq: number): void {
  messages[seq - 1]!.deleted = true
  for (const message of messages) if (message.parentSeq === seq && !message.deleted) drop(messages, message.seq)
}

function outline(messages: readonly Message[], extra: number) {
  const branchStarts = messages.filter(({ seq, parentSeq }) => seq !== parentSeq + 1)
  const deleted = messages.filter((message) => message.deleted).map(({ seq }) => seq)
  const gone = firstDeletedSeqs(runStarts(branchStarts, messages.length), deleted)
  return buildOutline(branchStarts, messages.length, gone, extra)
}

describe('the outline of a chat’s branches', () => {
  it('shows roots, forks, first messages of branches and ends, the same as a walk over all messages does', () => {
    fc.assert(
      fc.property(trees, fc.nat(60), (messages, wanted) => {
        const live = messages.filter((message) => !message.deleted)
        const children = (seq: number) => live.filter((message) => message.parentSeq === seq).map(({ seq: at }) => at)
        const isShown = ({ seq, parentSeq }: Message) =>
          parentSeq === 0 || seq === wanted || children(seq).length !== 1 || children(parentSeq).length > 1
        const shown = live.filter(isShown).map(({ seq }) => seq)
        const { seqs, ends, node } = outline(messages, wanted)
        expect(seqs).toEqual(shown)
        expect(ends).toBe(live.filter(({ seq }) => children(seq).length === 0).length)
        const height = (seq: number): number => Math.max(0, ...children(seq).map((child) => 1 + height(child)))
        for (const seq of seqs) {
          let above = live.find((message) => message.seq === seq)!.parentSeq
          let between = 0
          for (; above !== 0 && !shown.includes(above); between++) {
            above = live.find((message) => message.seq === above)!.parentSeq
          }
          const siblings = children(live.find((message) => message.seq === seq)!.parentSeq)
          expect(node(seq)).toEqual({
            seq,
            above,
            between,
            follow: height(seq),
            isEnd: children(seq).length === 0,
            version: { index: siblings.indexOf(seq), count: siblings.length },
          })
        }
      }),
      { numRuns: 500 },
    )
  })

  it('is empty for an empty chat', () => {
    expect(outline([], 0)).toMatchObject({ seqs: [], ends: 0 })
  })
})
