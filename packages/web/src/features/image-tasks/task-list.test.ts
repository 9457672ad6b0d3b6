import type { Task } from '@everkin/contract/types.ts'
import { describe, expect, it } from 'vitest'
import { claimEndNotice } from './task-events.ts'
import { emptyTiles, withTask } from './task-list.ts'

const image = (id: string) => ({ id, url: `/${id}`, thumbnail: `/${id}`, width: 3, height: 4 })
const task = (overrides: Partial<Task> = {}): Task => ({
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
  ...overrides,
})

describe('emptyTiles', () => {
  it('contains the picture in progress, then the queued ones, and failed ones last', () => {
    const tiles = emptyTiles(task({ progress: 0.4, images: [image('1')], failed: 1 }))
    expect(tiles).toEqual([{ kind: 'painting', share: expect.closeTo(0.6) }, { kind: 'waiting' }, { kind: 'failed' }])
  })

  it('has no share without reported progress, and nothing in progress while the task is queued', () => {
    expect(emptyTiles(task({ count: 1 }))).toEqual([{ kind: 'painting', share: null }])
    expect(emptyTiles(task({ count: 1, status: 'queued' }))).toEqual([{ kind: 'waiting' }])
  })

  it('leaves out deleted and canceled pictures', () => {
    expect(emptyTiles(task({ status: 'succeeded', images: [image('1')] }))).toEqual([])
    expect(emptyTiles(task({ status: 'canceled', images: [image('1')] }))).toEqual([])
  })
})

describe('withTask', () => {
  it('inserts a new task first, and never reverts a task to an earlier state', () => {
    const done = task({ status: 'succeeded', progress: 1 })
    expect(withTask([done], task({ progress: 0.5 }))).toEqual([done])
    expect(withTask([task({ progress: 0.5 })], task({ progress: 0.25 }))[0]?.progress).toBe(0.5)
    const paidAnew = task({ status: 'queued', price: 25 })
    expect(withTask([task({ status: 'failed', failed: 1 })], paidAnew)).toEqual([paidAnew])
    const later = task({ id: 'b', created_at: '2026-11-22T09:00:00.000Z' })
    expect(withTask([done], later).map(({ id }) => id)).toEqual(['b', 'a'])
  })
})

describe('claimEndNotice', () => {
  it('is true once when a task ends, again after a paid retry, and never when a picture is deleted', () => {
    const failed = task({ status: 'failed', failed: 4 })
    expect([claimEndNotice(failed), claimEndNotice(failed)]).toEqual([true, false])
    expect(claimEndNotice({ ...failed, price: 40 })).toBe(true)
    expect(claimEndNotice(task({ id: 'c', status: 'succeeded', count: 2, images: [image('1')] }))).toBe(false)
    expect(claimEndNotice(task({ id: 'd' }))).toBe(false)
  })

  it('remembers the last 200 tasks', () => {
    const failed = (id: string) => task({ id, status: 'failed', failed: 4 })
    expect(claimEndNotice(failed('first'))).toBe(true)
    for (let at = 1; at < 200; at++) claimEndNotice(failed(`later-${at}`))
    expect(claimEndNotice(failed('first'))).toBe(false)
    claimEndNotice(failed('one more'))
    expect(claimEndNotice(failed('later-1'))).toBe(false)
    expect(claimEndNotice(failed('first'))).toBe(true)
  })
})
