import { describe, expect, it } from 'vitest'
import { type DraftStorage, draftStore } from './draft-store.ts'

function testStorage(refuses = false): DraftStorage {
  const items = new Map<string, string>()
  const orRefuse = <Value>(work: () => Value): Value => {
    if (refuses) throw new Error('storage is not allowed')
    return work()
  }
  return {
    getItem: (key) => orRefuse(() => items.get(key) ?? null),
    setItem: (key, value) => orRefuse(() => void items.set(key, value)),
    removeItem: (key) => orRefuse(() => void items.delete(key)),
    key: (index) => orRefuse(() => [...items.keys()][index] ?? null),
    get length() {
      return orRefuse(() => items.size)
    },
  }
}

describe('drafts', () => {
  it('survive a reload, one for each chat', () => {
    const storage = testStorage()
    draftStore('ana', storage).write('c1', 'half a thought')
    draftStore('ana', storage).write('c2', 'another')
    const afterReload = draftStore('ana', storage)
    expect([afterReload.read('c1'), afterReload.read('c2'), afterReload.read('c3')]).toEqual([
      'half a thought',
      'another',
      '',
    ])
    afterReload.write('c1', '')
    expect(afterReload.read('c1')).toBe('')
  })

  it('are never shown to another person, and are deleted at sign-out (REC-05)', () => {
    const storage = testStorage()
    draftStore('ana', storage).write('c1', 'of Ana')
    const ben = draftStore('ben', storage)
    ben.write('c1', 'of Ben')
    ben.clear()
    expect(ben.read('c1')).toBe('')
    expect(draftStore('ana', storage).read('c1')).toBe('of Ana')
  })

  it.each([testStorage(true), null])('last as long as the page if storage is unavailable', (storage) => {
    const drafts = draftStore('ana', storage)
    drafts.write('c1', 'kept')
    expect(drafts.read('c1')).toBe('kept')
    drafts.clear()
    expect(drafts.read('c1')).toBe('')
  })
})
