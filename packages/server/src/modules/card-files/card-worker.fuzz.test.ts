import { CardFileRejected, readCardFile, writeCardFile } from '@everkin/card-formats'
import { LIMITS } from '@everkin/contract/limits.ts'
import { brokenFile, seededNumbers, soundFiles } from '@everkin/testing/card-files/card-file-fuzz.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { createCardWorkerClient } from './card-worker-client.ts'

const FILES = 2_000

describe('CARD: hostile files', () => {
  const reader = createCardWorkerClient()
  afterAll(() => reader.close())

  it(`${FILES} broken files are refused in words or read; what was read goes out and comes back the same`, () => {
    const [chance, sound] = [seededNumbers(1), soundFiles()]
    let read = 0
    for (let index = 0; index < FILES; index++) {
      const bytes = brokenFile(sound, chance)
      let found: ReturnType<typeof readCardFile>
      try {
        found = readCardFile(bytes, LIMITS)
      } catch (error) {
        if (!(error instanceof CardFileRejected)) throw new Error(`file ${index}: ${String(error)}`)
        continue
      }
      read += 1
      expect(found.fields.name).not.toBe('')
      const out = writeCardFile(
        {
          format: 'json',
          version: 3,
          original: bytes,
          fields: found.fields,
          own: found.own,
          picture: null,
          creator: 'x',
          source: 'everkin:1',
          createdAt: new Date(0),
          now: new Date(0),
        },
        LIMITS,
      )
      // An archive's images are written into the text, whose size alone may prevent reading it back.
      expect(readCardFile(out, LIMITS).fields, `file ${index}`).toEqual(found.fields)
    }
    expect(read).toBeGreaterThan(FILES / 20)
    expect(read).toBeLessThan(FILES)
  })

  it('the worker survives what it rejects, and returns the same as reading in place', async () => {
    const [chance, sound] = [seededNumbers(2), soundFiles()]
    for (let index = 0; index < 40; index++) {
      const bytes = brokenFile(sound, chance)
      const [there, here] = [
        await settled(() => reader.request('person', 'readCard', { bytes })),
        await settled(() => readCardFile(bytes, LIMITS)),
      ]
      expect(there).toEqual(here)
    }
  })

  it('a file that crashes its worker is rejected, and the next one is read', async () => {
    const nested = Buffer.from(`{"name":"x","first_mes":"y","a":[${Array(190_000).fill('{}').join()}]}`)
    await settled(() => reader.request('person', 'readCard', { bytes: nested }))
    const [sound] = soundFiles()
    expect(await settled(() => reader.request('person', 'readCard', { bytes: sound ?? nested }))).toBe('Sunniva')
  })
})

/** The name that was read, or the rejection. */
async function settled(work: () => unknown): Promise<string> {
  try {
    return ((await work()) as ReturnType<typeof readCardFile>).fields.name
  } catch (error) {
    if (error instanceof CardFileRejected) return `refused: ${error.why}`
    throw error
  }
}
