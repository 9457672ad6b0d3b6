import { expect, it } from 'vitest'
import { StorableText } from './storable-text.ts'

const joined = (pieces: string[]) => {
  const text = new StorableText()
  return pieces.map((piece) => text.push(piece)).join('')
}

it.each([
  [['Good ', 'evening 🙂.'], 'Good evening 🙂.'],
  [['Good \ud83d', '\ude42 evening'], 'Good 🙂 evening'],
  [['Good \ud83d', '', '\0', '\ude42'], 'Good 🙂'],
  [['Good \ud83d', ' evening'], 'Good \ufffd evening'],
  [['\ude42 Good'], '\ufffd Good'],
  [['Good \ud83d'], 'Good '],
  [['Go\0od', '\0'], 'Good'],
])('%j is stored as %j', (pieces, stored) => {
  expect(joined(pieces)).toBe(stored)
})
