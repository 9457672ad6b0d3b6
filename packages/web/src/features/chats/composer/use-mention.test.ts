import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toParticipants } from '../context/participants.tsx'
import { insertMention, matchingParticipants, mentionAt } from './use-mention.ts'

function castOf(...names: string[]) {
  const members = names.map((name) => ({ card_id: name, name, avatar: null, muted: false }))
  return toParticipants({ type: 'multiple', members }, null)?.members ?? []
}

describe('the mention before the caret', () => {
  it.each([
    ['@', 1, { start: 0, query: '' }],
    ['so @Wr', 6, { start: 3, query: 'Wr' }],
    ['(@Wr', 4, { start: 1, query: 'Wr' }],
    ['“@Captain An', 12, { start: 1, query: 'Captain An' }],
    ['@برا', 4, { start: 0, query: 'برا' }],
    ['ねえ@ブラ', 5, { start: 2, query: 'ブラ' }],
    ['你好＠布', 4, { start: 2, query: '布' }],
    ['@Bram and @W', 12, { start: 10, query: 'W' }],
  ])('%j at %i', (words, caret, mention) => {
    expect(mentionAt(words, caret)).toEqual(mention)
  })

  it.each([
    ['', 0],
    ['@Wr', 0],
    ['mara@example', 12],
    ['@ Wren', 6],
    ['@Wren\nso', 8],
    [`@${'a'.repeat(60)}`, 61],
  ])('finds none in %j at %i', (words, caret) => {
    expect(mentionAt(words, caret)).toBeNull()
  })
})

describe('the characters that match a mention', () => {
  const cast = castOf('Bram Castellan', 'Oisín', 'Captain Anneke de Vries', 'نور الحديد', 'ブラム・キャステラン')
  it.each([
    ['', 5],
    ['b', 1],
    ['CAST', 1],
    ['oisin', 1],
    ['anneke de', 1],
    ['captain an', 1],
    ['الح', 1],
    ['キャ', 1],
    ['ｂｒ', 1],
    ['nneke', 0],
    ['xyz', 0],
  ])('%j matches %i', (query, count) => {
    expect(matchingParticipants(query, cast)).toHaveLength(count)
  })
})

it('inserts the name at the @ and puts the caret after it, whatever surrounds it', () => {
  fc.assert(
    fc.property(fc.string(), fc.stringMatching(/^[a-z]{0,5}$/), fc.string(), (head, query, tail) => {
      const words = `${head} @${query}${tail}`
      const caret = head.length + 2 + query.length
      const mention = mentionAt(words, caret)
      if (!mention) throw new Error('an @ after a space must be a mention')
      const written = insertMention(words, caret, mention, 'Bram')
      expect(written.words.startsWith(`${head} @Bram`)).toBe(true)
      expect(written.words.slice(0, written.caret)).toMatch(/@Bram\s$/u)
      expect(written.words.endsWith(tail)).toBe(true)
      expect(mentionAt(written.words, written.caret)?.query.trim() ?? 'Bram').toBe('Bram')
    }),
  )
})
