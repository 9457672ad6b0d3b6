import { describe, expect, it } from 'vitest'
import { createLocalEventBus, type EventBus } from './event-bus.ts'
import { createPresence } from './presence.ts'

/** A bus that reaches all processes at once. */
function sharedBus(): EventBus {
  return { ...createLocalEventBus(), isShared: true }
}

const withPagesOf = (...people: string[]) => ({ isOnline: (personId: string) => people.includes(personId) })

describe('presence', () => {
  it('is answered by the process itself when it has a page of the person', async () => {
    const bus = createLocalEventBus()
    const presence = createPresence(withPagesOf('mara'), bus)
    expect(await presence.isOnline('mara')).toBe(true)
    expect(await presence.isOnline('theo')).toBe(false)
  })

  it('asks the other processes', async () => {
    const bus = sharedBus()
    createPresence(withPagesOf('theo'), bus)
    createPresence(withPagesOf(), bus)
    const here = createPresence(withPagesOf('mara'), bus)
    expect(await here.isOnline('theo')).toBe(true)
    expect(await here.isOnline('nobody')).toBe(false)
  })

  it('keeps answers to different questions apart', async () => {
    const bus = sharedBus()
    createPresence(withPagesOf('theo'), bus)
    const here = createPresence(withPagesOf(), bus)
    expect(await Promise.all(['theo', 'mara', 'theo'].map(here.isOnline))).toEqual([true, false, true])
  })
})
