import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import benign from '../test-sets/benign.json' with { type: 'json' }
import indirect from '../test-sets/indirect.json' with { type: 'json' }
import { type BlockedReply, createReplyScreen, type ReplyScreenSettings } from './screen-stream.ts'
import { screenText } from './screen-text.ts'

const plain: ReplyScreenSettings = { adultMode: false, isTeen: false, previous: [], now: () => 0 }
const CUES = [
  '[[sexual-cue]]',
  '[[minor-cue]]',
  '[[romance-cue]]',
  '[[self-harm-urge-cue]]',
  '[[childhood-cue]]',
  '[[spouse-cue]]',
  '[[too-young-cue]]',
  '[[adult-right-cue]]',
  '[[shielded]] [[sexual-cue]]',
  'child',
  'c h i l d',
  'ch1ld',
  '12 years old',
  'twelve',
  '小学生',
  'she is 12 minutes late',
  'сhіld',
  'طفلة',
]
const WORDS = [
  'the',
  'river ',
  'I',
  'a',
  's e',
  'shi',
  'ch',
  ' ',
  '. ',
  '! ',
  '\n',
  '夜の',
  '12',
  'years',
  'é',
  '👩‍👩‍👧',
  '[[',
  'don’t ',
  'l’',
  'sell',
  'b u t',
]

/** What the reader keeps, and the verdict, for one way of cutting the text into chunks. */
function stream(text: string, cuts: readonly number[], settings = plain): { kept: string; blocked?: BlockedReply } {
  const screen = createReplyScreen(settings)
  const edges = [...new Set([0, ...cuts.map((cut) => cut % (text.length + 1)), text.length])].sort(
    (one, other) => one - other,
  )
  let released = ''
  for (let index = 1; index <= edges.length; index += 1) {
    const { release, blocked } =
      index < edges.length ? screen.push(text.slice(edges[index - 1], edges[index])) : screen.end()
    released += release
    expect(text.startsWith(released)).toBe(true)
    if (blocked) return { kept: released.slice(0, blocked.removeFrom), blocked }
  }
  return { kept: released }
}

const replies = fc
  .array(
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...WORDS) }, { weight: 1, arbitrary: fc.constantFrom(...CUES) }),
    { maxLength: 25 },
  )
  .chain((parts) => fc.constantFrom(' ', '').map((glue) => parts.join(glue)))

describe('B7: a reply is screened while it streams', () => {
  it('for any chunking the reader keeps the same text, all of it or up to the cut', () => {
    fc.assert(
      fc.property(replies, fc.array(fc.nat({ max: 400 }), { maxLength: 40 }), (text, cuts) => {
        const whole = stream(text, [])
        const pieces = stream(text, cuts)
        expect(pieces).toEqual(whole)
        expect(whole.kept).toBe(text.slice(0, whole.blocked?.removeFrom ?? text.length))
      }),
      { numRuns: 400, seed: 20261120 },
    )
  })
  it('a hit is caught in a stream exactly when it is caught in the whole text, letter by letter too', () => {
    fc.assert(
      fc.property(replies, (text) => {
        const letters = stream(
          text,
          [...text].map((_, index) => index),
        )
        expect(letters.blocked !== undefined).toBe(
          screenText(text, { surface: 'model_reply', adultMode: false }).kind === 'blocked',
        )
      }),
      { numRuns: 300, seed: 20261120 },
    )
  })
  it('a hit split at every position is caught, and its completing words never leave', () => {
    const text = 'Hello there, kid. Then [[sexual-cue]] and more.'
    for (let cut = 0; cut <= text.length; cut += 1) {
      const screen = createReplyScreen(plain)
      const first = screen.push(text.slice(0, cut))
      const second = first.blocked ? first : screen.push(text.slice(cut))
      expect(second.blocked).toMatchObject({ category: 'minor_safety', removeFrom: text.indexOf('kid') })
      expect(first.release.length).toBeLessThanOrEqual(text.indexOf('[[') + '[['.length)
    }
  })
  for (const [language, sentences] of Object.entries(indirect)) {
    it(`${language}: the indirect set is caught in chunks of three`, () => {
      for (const sentence of sentences) {
        const cuts = Array.from({ length: sentence.length / 3 }, (_, index) => index * 3)
        expect(stream(sentence, cuts).blocked, sentence).toBeDefined()
      }
    })
  }
  it('harmless text is released at once, except the beginning of a possible hit', () => {
    for (const sentence of Object.values(benign).flat()) {
      const screen = createReplyScreen(plain)
      let pushed = 0
      let released = 0
      let held = 0
      for (const letter of sentence) {
        pushed += letter.length
        released += screen.push(letter).release.length
        held += pushed - released
      }
      expect(screen.end().blocked, sentence).toBeUndefined()
      expect(held / pushed, sentence).toBeLessThan(6)
    }
    const screen = createReplyScreen(plain)
    for (const word of 'We walked along the river and the lamps were lit one by one .'.split(' ')) {
      expect(screen.push(`${word} `).release).toBe(`${word} `)
    }
  })
  it('cues of earlier turns count; only this reply is cut', () => {
    const screen = createReplyScreen({ ...plain, previous: ['She is 12 years old.'] })
    expect(screen.push('Well. [[romance-cue]] so').blocked).toMatchObject({ removeFrom: 6, at: 6 })
  })
  it('a sign of age in two parts counts, also when one is in an earlier turn', () => {
    const text = '[[too-young-cue]] and [[adult-right-cue]] [[romance-cue]]'
    const letters = Array.from({ length: text.length }, (_, index) => index)
    expect(stream(text, letters).blocked).toMatchObject({ rule: 'B1.romance', removeFrom: 0 })
    const screen = createReplyScreen({ ...plain, previous: ['[[romance-cue]]', '[[too-young-cue]]'] })
    expect(screen.push('Yes: [[adult-right-cue]] then').blocked).toMatchObject({ rule: 'B1.romance', removeFrom: 5 })
  })
  it('after a hit nothing more is released', () => {
    const screen = createReplyScreen(plain)
    screen.push('child [[sexual-cue]] and')
    expect(screen.push(' more').release).toBe('')
    expect(screen.end()).toMatchObject({ release: '', blocked: { kind: 'blocked' } })
  })
})

describe('B7: in adult mode and for teens text waits for its sentence', () => {
  for (const mode of [{ adultMode: true }, { isTeen: true }]) {
    it(`${JSON.stringify(mode)}: until its end, 160 characters or 400 ms`, () => {
      let nowMs = 1_000
      const screen = createReplyScreen({ ...plain, ...mode, now: () => nowMs })
      expect(screen.push('The lamps were').release).toBe('')
      expect(screen.dueAtMs()).toBe(1_400)
      expect(screen.push(' lit. One').release).toBe('The lamps were lit.')
      nowMs = 1_300
      expect(screen.flush(1_399).release).toBe('')
      expect(screen.flush(1_400).release).toBe(' One')
      expect(screen.dueAtMs()).toBeNull()
      expect(screen.push('x '.repeat(79)).release).toBe('')
      expect(screen.push('xy').release.length).toBe(160)
      expect(screen.push('end').release).toBe('')
      expect(screen.end().release).toBe('end')
    })
  }
  it('a timeout does not release a tail that may be the beginning of a hit', () => {
    const screen = createReplyScreen({ ...plain, adultMode: true })
    screen.push('child [[roman')
    expect(screen.flush(10_000).release).toBe('child ')
    expect(screen.push('ce-cue]] and').blocked).toMatchObject({ rule: 'B1.romance', removeFrom: 0 })
  })
})
