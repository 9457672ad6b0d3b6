import { brokenFile, seededNumbers, soundFiles } from '@everkin/testing/card-file-fuzz.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { createCardReader } from './card-reader.ts'
import { readFile } from './read-file.ts'
import { CardFileRefused } from './rules.ts'
import { writeFile } from './write-file.ts'

const FILES = 2_000

describe('CARD: hostile files', () => {
  const reader = createCardReader()
  afterAll(() => reader.close())

  it(`${FILES} broken files are refused in words or read; what was read goes out and comes back the same`, async () => {
    const [chance, sound] = [seededNumbers(1), soundFiles()]
    let read = 0
    for (let index = 0; index < FILES; index++) {
      const bytes = brokenFile(sound, chance)
      let found: ReturnType<typeof readFile>
      try {
        found = readFile(bytes)
      } catch (error) {
        if (!(error instanceof CardFileRefused)) throw new Error(`file ${index}: ${String(error)}`)
        continue
      }
      read += 1
      expect(found.fields.name).not.toBe('')
      const out = await writeFile({
        format: 'json',
        version: 3,
        original: bytes,
        is: found.fields,
        own: found.own,
        picture: null,
        creator: 'x',
        source: 'everkin:1',
        createdAt: new Date(0),
        now: new Date(0),
      })
      // An archive's pictures are written into the text, so that its size alone may keep it from coming back.
      expect(readFile(out).fields, `file ${index}`).toEqual(found.fields)
    }
    expect(read).toBeGreaterThan(FILES / 20)
    expect(read).toBeLessThan(FILES)
  })

  it('the thread outlives what it refuses, and gives the same as reading in place', async () => {
    const [chance, sound] = [seededNumbers(2), soundFiles()]
    for (let index = 0; index < 40; index++) {
      const bytes = brokenFile(sound, chance)
      const [there, here] = [
        await settled(() => reader.ask('readCard', { bytes })),
        await settled(() => readFile(bytes)),
      ]
      expect(there).toEqual(here)
    }
  })

  it('a file that its thread does not survive is refused, and the next one is read', async () => {
    const nested = Buffer.from(`{"name":"x","first_mes":"y","a":[${Array(190_000).fill('{}').join()}]}`)
    await settled(() => reader.ask('readCard', { bytes: nested }))
    const [sound] = soundFiles()
    expect(await settled(() => reader.ask('readCard', { bytes: sound ?? nested }))).toBe('Sunniva')
  })
})

/** The name that was read, or why nothing was. */
async function settled(work: () => unknown): Promise<string> {
  try {
    return ((await work()) as ReturnType<typeof readFile>).fields.name
  } catch (error) {
    if (error instanceof CardFileRefused) return `refused: ${error.why}`
    throw error
  }
}
