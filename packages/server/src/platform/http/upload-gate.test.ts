import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFreeSpace } from '../free-space.ts'
import type { Log } from '../log.ts'
import { createUploadGate } from './upload-gate.ts'

const MIB = 1024 * 1024
const tooMany = { errorName: 'TooManyRequests' }
const away = { errorName: 'Unavailable' }

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'everkin-uploads-'))
  return () => rmSync(folder, { recursive: true, force: true })
})

function setUp({ maxUploads = 5, maxBytes = 10 * MIB, maxMemoryBytes = 4 * MIB } = {}) {
  const disk = { freeMb: 5_000 }
  const clock = createTestClock()
  const errors: object[] = []
  const log = { error: (facts: object) => errors.push(facts) } as unknown as Log // all that is called
  const freeSpace = createFreeSpace({ folder, minFreeMb: 1_024, clock, log }, async () => disk.freeMb * MIB)
  const limits = { maxUploads, maxBytes, maxMemoryBytes }
  return { disk, clock, errors, gate: createUploadGate(join(folder, 'uploads'), freeSpace, limits) }
}

describe('the gate of uploads', () => {
  it('UPL-07: gives a person two places at a time, and gives each back once', async () => {
    const { gate } = setUp()
    const [first] = [await gate.open('a'), await gate.open('a')]
    await expect(gate.open('a')).rejects.toMatchObject(tooMany)
    await gate.open('b')
    first.close()
    first.close()
    await gate.open('a')
    await expect(gate.open('a')).rejects.toMatchObject(tooMany)
  })

  it('UPL-07: bounds all uploads together, by number and by bytes', async () => {
    const { gate } = setUp({ maxUploads: 3 })
    const slots = await Promise.all(['a', 'b', 'c'].map((person) => gate.open(person)))
    await expect(gate.open('d')).rejects.toMatchObject(away)
    slots[0]?.close()
    const last = await gate.open('d')
    slots[1]?.countBytes(9 * MIB)
    expect(() => last.countBytes(2 * MIB)).toThrow(expect.objectContaining(away))
    slots[2]?.close()
    await expect(gate.open('e')).rejects.toMatchObject(away)
    slots[1]?.close()
    last.close()
    await gate.open('e')
  })

  it('holds no more in memory than it may, and lets a larger upload through alone', async () => {
    const { gate } = setUp()
    const slot = await gate.open('a')
    const running = new Set<string>()
    const seen: string[][] = []
    const work = (name: string, mib: number) =>
      slot.withMemory(mib * MIB, async () => {
        running.add(name)
        seen.push([...running])
        await new Promise((resolve) => setTimeout(resolve, 5))
        running.delete(name)
      })
    await Promise.all([work('one', 3), work('two', 1), work('large', 50), work('three', 4), work('four', 4)])
    expect(seen).toEqual([['one'], ['one', 'two'], ['large'], ['three'], ['four']])
  })

  it('stores an unfinished upload in a file that nobody else can read and that never stays', async () => {
    const { gate } = setUp()
    const slot = await gate.open('a')
    const file = await slot.createFile()
    await file.appendFile('piece')
    expect((await file.stat()).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'uploads')).mode & 0o777).toBe(0o700)
    expect(readdirSync(join(folder, 'uploads'))).toEqual([])
    await file.close()
  })

  it('refuses uploads while the disk is nearly full, and logs it from time to time', async () => {
    const { gate, disk, errors, clock } = setUp()
    disk.freeMb = 1_023
    for (let attempt = 0; attempt < 3; attempt++) await expect(gate.open('a')).rejects.toMatchObject(away)
    expect(errors).toEqual([{ folder, freeMb: 1_023, minFreeMb: 1_024 }])
    clock.advance(10 * 60_000)
    await expect(gate.open('a')).rejects.toMatchObject(away)
    expect(errors).toHaveLength(2)
    disk.freeMb = 1_024
    await gate.open('a')
  })
})
