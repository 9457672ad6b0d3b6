import type { Task } from '@everkin/contract/types.ts'
import { describe, expect, it } from 'vitest'
import { emptyTiles, withTask } from './task-list.ts'
import { isNewEnd } from './tell-task.ts'

const image = (id: string) => ({ id, url: `/${id}`, thumbnail: `/${id}`, width: 3, height: 4 })
const task = (wishes: Partial<Task> = {}): Task => ({
  id: 'a',
  kind: 'image',
  status: 'running',
  progress: 0,
  images: [],
  count: 4,
  failed: 0,
  prompt: 'p',
  style_id: 's',
  template_id: null,
  size: 'portrait',
  price: 20,
  refunded: 0,
  error: null,
  created_at: '2026-11-22T08:00:00.000Z',
  ...wishes,
})

describe('emptyTiles', () => {
  it('has one that is painted, the others in line, and those that failed last', () => {
    const tiles = emptyTiles(task({ progress: 0.4, images: [image('1')], failed: 1 }))
    expect(tiles).toEqual([{ kind: 'painting', share: expect.closeTo(0.6) }, { kind: 'waiting' }, { kind: 'failed' }])
  })

  it('tells no progress where the painter told none, and paints nothing of what is queued', () => {
    expect(emptyTiles(task({ count: 1 }))).toEqual([{ kind: 'painting', share: null }])
    expect(emptyTiles(task({ count: 1, status: 'queued' }))).toEqual([{ kind: 'waiting' }])
  })

  it('has nothing in the place of a picture that was deleted or canceled', () => {
    expect(emptyTiles(task({ status: 'succeeded', images: [image('1')] }))).toEqual([])
    expect(emptyTiles(task({ status: 'canceled', images: [image('1')] }))).toEqual([])
  })
})

describe('withTask', () => {
  it('puts a new one first, and never takes a task back to what it was', () => {
    const done = task({ status: 'succeeded', progress: 1 })
    expect(withTask([done], task({ progress: 0.5 }))).toEqual([done])
    expect(withTask([task({ progress: 0.5 })], task({ progress: 0.25 }))[0]?.progress).toBe(0.5)
    const paidAnew = task({ status: 'queued', price: 25 })
    expect(withTask([task({ status: 'failed', failed: 1 })], paidAnew)).toEqual([paidAnew])
    const later = task({ id: 'b', created_at: '2026-11-22T09:00:00.000Z' })
    expect(withTask([done], later).map(({ id }) => id)).toEqual(['b', 'a'])
  })
})

describe('isNewEnd', () => {
  it('says once that a task has ended, once more after it was paid for anew, and never that a picture was deleted', () => {
    const failed = task({ status: 'failed', failed: 4 })
    expect([isNewEnd(failed), isNewEnd(failed)]).toEqual([true, false])
    expect(isNewEnd({ ...failed, price: 40 })).toBe(true)
    expect(isNewEnd(task({ id: 'c', status: 'succeeded', count: 2, images: [image('1')] }))).toBe(false)
    expect(isNewEnd(task({ id: 'd' }))).toBe(false)
  })
})
