import { describe, expect, it } from 'vitest'
import { csvFile, csvLine } from './csv.ts'

describe('CSV', () => {
  it('quotes commas, quotes and line breaks', () => {
    expect(csvLine(['a', 'b,c', 'say "hi"', 'two\nlines', 3, null])).toBe('a,"b,c","say ""hi""","two\nlines",3,\r\n')
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('lets no spreadsheet run %j', (text) => {
    expect(csvLine([text])).toMatch(/^"?'/)
  })

  it('leaves numbers alone, also negative ones', () => {
    expect(csvLine([-5, 0.5])).toBe('-5,0.5\r\n')
  })

  it('begins with the mark of UTF-8 and the header', async () => {
    const pieces: Uint8Array[] = []
    for await (const piece of csvFile(['name'], [['寧']])) pieces.push(piece)
    expect(Buffer.concat(pieces).toString('utf8')).toBe('\uFEFFname\r\n寧\r\n')
  })
})
