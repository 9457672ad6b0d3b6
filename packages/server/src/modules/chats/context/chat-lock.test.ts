import { describe, expect, it } from 'vitest'
import { createChatLock } from './chat-lock.ts'

describe('the chat lock', () => {
  it('runs the work of one chat in order of arrival, also after a failure, and that of other chats at once', async () => {
    const lock = createChatLock()
    const events: string[] = []
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const work = (name: string, until?: Promise<void>) => async () => {
      events.push(`${name} begins`)
      await until
      events.push(`${name} ends`)
      if (name === 'second') throw new Error('failed')
      return name
    }
    const first = lock.take('one', work('first', gate))
    const second = lock.take('one', work('second'))
    const third = lock.take('one', work('third'))
    expect(await lock.take('two', work('other'))).toBe('other')
    expect(events).toEqual(['first begins', 'other begins', 'other ends'])
    open()
    await expect(second).rejects.toThrow('failed')
    expect(await Promise.all([first, third])).toEqual(['first', 'third'])
    const order = ['first ends', 'second begins', 'second ends', 'third begins', 'third ends']
    expect(events.slice(3)).toEqual(order)
    expect(await lock.take('one', work('later'))).toBe('later')
  })
})
