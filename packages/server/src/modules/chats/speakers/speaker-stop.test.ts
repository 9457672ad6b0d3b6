import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSpeakerStop } from './speaker-stop.ts'

const NAMES = {
  own: ['Captain Anneke de Vries', 'アネケ・デ・フリース船長'],
  others: [
    ['Coral', 'コーラル'],
    ['Rafael Ibarra', 'رافاييل إيبارا', '拉斐尔·伊瓦拉'],
    ['Vesper-9'],
    ['Zoë Müller-Weiß'],
    ['Mara'],
    ['User'],
  ],
}

/** The text shown when the model sends it in these pieces. */
function shown(pieces: readonly string[], isLineStart = true): { text: string; isCut: boolean } {
  const guard = createSpeakerStop(NAMES, isLineStart)
  const text = pieces.map((piece) => guard.push(piece)).join('') + guard.end()
  return { text, isCut: guard.isCut }
}

describe('the speaker stop', () => {
  it.each([
    ['Aye.\nCoral: Over.', 'Aye.'],
    ['Aye.\n\n  coral : Over.', 'Aye.'],
    ['Aye.\n**Coral:** Over.', 'Aye.'],
    ['Aye.\n*Coral*: Over.', 'Aye.'],
    ['Aye.\n> [Coral]: Over.', 'Aye.'],
    ['Aye.\nCORAL (softly): Over.', 'Aye.'],
    ['Aye.\r\nRafael: Shh.', 'Aye.'],
    ['Aye.\nIbarra：Shh.', 'Aye.'],
    ['Aye.\nRafael Ibarra: Shh.', 'Aye.'],
    ['Aye.\nVesper: Noted.', 'Aye.'],
    ['Aye.\nZoe Muller-Weiss: Hm.', 'Aye.'],
    ['Aye.\nZoë: Hm.', 'Aye.'],
    ['Aye.\nMara: I agree.', 'Aye.'],
    ['Aye.\nUser: I agree.', 'Aye.'],
    ['はい。\nコーラル：どうぞ。', 'はい。'],
    ['好。\n拉斐尔：嘘。', '好。'],
    ['好。\n伊瓦拉：嘘。', '好。'],
    ['نعم.\nرافاييل: صه.', 'نعم.'],
    ['نعم.\nرَافَاييل : صه.', 'نعم.'],
    ['Coral: Over.', ''],
  ])('ends %j before the line of another', (text, kept) => {
    expect(shown([text])).toEqual({ text: kept, isCut: true })
    expect(shown([...text]).text).toBe(kept)
  })

  it.each([
    ['Captain Anneke de Vries: Aye.', 'Aye.'],
    ['Anneke: Aye.', 'Aye.'],
    ['**Anneke:** Aye.', 'Aye.'],
    ['*Anneke: Aye.*', '*Aye.*'],
    ['Captain Anneke (dry): Aye.', 'Aye.'],
    ['アネケ：はい。', 'はい。'],
    ['アネケ船長：はい。', 'はい。'],
    ['Anneke: Aye.\n\nAnneke: And more.', 'Aye.\n\nAnd more.'],
  ])('leaves one’s own name out of %j', (text, kept) => {
    expect(shown([text])).toEqual({ text: kept, isCut: false })
    expect(shown([...text])).toEqual({ text: kept, isCut: false })
  })

  it('leaves blocks of code alone, and finds the line after them', () => {
    const board = '```\nCoral: 10 HP\nAnneke: 12 HP\n```\n~~~ text\n```\nMara: 3\n~~~\nAye.'
    for (const pieces of [[board], [...board]]) expect(shown(pieces)).toEqual({ text: board, isCut: false })
    expect(shown([...`${board}\nCoral: Over.`])).toEqual({ text: board, isCut: true })
  })

  it('keeps one’s own name before later lines where a scene may be a script', () => {
    const stop = createSpeakerStop({ ...NAMES, isOwnKeptLater: true }, true)
    expect(stop.push('Anneke: Aye.\nAnneke: And more.\n') + stop.end()).toBe('Aye.\nAnneke: And more.\n')
    const second = createSpeakerStop({ ...NAMES, isOwnKeptLater: true }, true)
    expect(second.push('Hm.\nAnneke: Aye.') + second.end()).toBe('Hm.\nAnneke: Aye.')
  })

  it.each([
    'Coral, look at this.',
    'Coral is right: we land.',
    'Aye. Coral: no line of hers, in the middle of one.',
    '@Coral: what do you see?',
    '*Coral* laughs at that: a low sound.',
    'Captain: that is my title.',
    'Corals: a reef of them.',
    'She said:\nlisten.',
    'Item: my bilge is talking.',
    'Coral',
    'Coral\nwas here.',
    '“Coral”\n— a name',
    '\n\n',
    '',
  ])('lets %j be', (text) => {
    expect(shown([text])).toEqual({ text, isCut: false })
    expect(shown([...text])).toEqual({ text, isCut: false })
  })

  it('also cuts after the speaker’s own name, and knows where a line is continued', () => {
    expect(shown(['Anneke: Coral: Over.'])).toEqual({ text: '', isCut: true })
    expect(shown(['Coral: Over.'], false)).toEqual({ text: 'Coral: Over.', isCut: false })
  })

  const piece = fc.constantFrom(
    ...[
      'Coral',
      'coral',
      ':',
      '：',
      '\n',
      ' ',
      '*',
      'Ra',
      'fael',
      'Ibarra',
      'Anneke',
      'Aye.',
      'コー',
      'ラル',
      '拉斐尔',
      '(',
    ],
    ...['soft', ')', 'Zo', 'e\u0308', 'Wei', 'ß', '\r\n', '“', '”', '-', '9', 'رافاييل', 'إيبارا', '👩‍🚀', 'x', ', '],
  )
  const text = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(''))

  it('gives the same result however the text is split', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 60 }), { maxLength: 12 }), (whole, cuts) => {
        const at = [...new Set(cuts.map((cut) => Math.min(cut, whole.length)))].sort((a, b) => a - b)
        const pieces = [...at, whole.length].map((end, place) => whole.slice(at[place - 1] ?? 0, end))
        expect(shown(pieces)).toEqual(shown([whole]))
      }),
      { numRuns: 2_000 },
    )
  })

  it('never shows a line that begins with another’s name and a colon', () => {
    fc.assert(
      fc.property(text, (whole) => {
        expect(shown([whole]).text).not.toMatch(
          /(?:^|[\n\r])[\s*“”(-]*(?:coral|コーラル|rafael|ibarra|拉斐尔)[^\S\n\r]*[:：]/iu,
        )
      }),
      { numRuns: 2_000 },
    )
  })

  it('buffers only blanks when no line can begin with a name', () => {
    const plain = fc.stringMatching(/^[Xx][a-z ,.:!]{0,30}$/)
    fc.assert(
      fc.property(fc.array(plain, { minLength: 1, maxLength: 6 }), (lines) => {
        const guard = createSpeakerStop(NAMES, true)
        let given = ''
        for (const character of lines.join('\n')) {
          given += character
          const before = given.length - character.length
          const out = guard.push(character)
          if (/\S/.test(character)) expect(out.endsWith(character)).toBe(true)
          else expect(out.length).toBeLessThanOrEqual(before + 1)
        }
        expect(guard.isCut).toBe(false)
      }),
    )
  })

  it('is not slowed down by hostile lines', () => {
    const guard = createSpeakerStop(NAMES, true)
    const started = performance.now()
    for (let at = 0; at < 2_000; at++) guard.push(`${'*'.repeat(20)}Coral (${'a'.repeat(30)}\n${' '.repeat(20)}`)
    guard.push('Coral ('.repeat(1_000))
    guard.end()
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
