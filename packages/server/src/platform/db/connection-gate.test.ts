import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createConnectionGate, inBackground } from './connection-gate.ts'

describe('the connections of a process', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  /** Enters in this order, and returns the names in the order in which they got the only connection. */
  async function order(arrivals: readonly { name: string; atMs: number; isBackground?: boolean }[]): Promise<string[]> {
    const gate = createConnectionGate(1)
    const first = await gate.enter()
    const got: string[] = []
    const all: Promise<void>[] = []
    for (const { name, atMs, isBackground } of arrivals) {
      vi.advanceTimersByTime(atMs - performance.now())
      const enter = async () => {
        const leave = await gate.enter()
        got.push(name)
        leave()
      }
      all.push(isBackground ? inBackground(enter) : enter())
    }
    first()
    await Promise.all(all)
    return got
  }

  it('go to what a person waits for before what nobody waits for', async () => {
    const arrivals = [
      { name: 'finish', atMs: 0, isBackground: true },
      { name: 'message', atMs: 1_900 },
      { name: 'another', atMs: 1_950 },
    ]
    expect(await order(arrivals)).toEqual(['message', 'another', 'finish'])
  })

  it('are not kept from work in the background for more than two seconds', async () => {
    const arrivals = [
      { name: 'finish', atMs: 0, isBackground: true },
      { name: 'message', atMs: 2_100 },
    ]
    expect(await order(arrivals)).toEqual(['finish', 'message'])
  })

  it('are handed out in the order of arrival within each kind', async () => {
    const kinds = fc.array(fc.boolean(), { maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(kinds, async (isBackground) => {
        const got = await order(
          isBackground.map((each, at) => ({ name: `${each} ${at}`, atMs: performance.now() + 1, isBackground: each })),
        )
        const numbers = (kind: boolean) =>
          got.flatMap((name) => (name.startsWith(String(kind)) ? [Number(name.split(' ')[1])] : []))
        for (const kind of [true, false]) expect(numbers(kind)).toEqual(numbers(kind).toSorted((a, b) => a - b))
      }),
    )
  })

  it('are given up on after a while, and the next in line gets the one that comes free', async () => {
    const gate = createConnectionGate(1, 5_000)
    const leave = await gate.enter()
    const late = gate.enter()
    const failed = expect(late).rejects.toThrow('timeout exceeded when trying to connect')
    await vi.advanceTimersByTimeAsync(5_001)
    await failed
    const next = gate.enter()
    leave()
    ;(await next)()
  })
})
