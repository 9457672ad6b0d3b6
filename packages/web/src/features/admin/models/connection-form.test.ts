import { describe, expect, it } from 'vitest'
import { newConnection, newModel, readCount, saveBody, testBody } from './connection-form.ts'

describe('readCount', () => {
  it.each([
    ['8192', 8192],
    ['8,192', 8192],
    ['8 192', 8192],
    ['٨١٩٢', 8192],
    ['８１９２', 8192],
    ['0', 0],
    ['', null],
    ['many', null],
    ['-5', null],
    ['1e9', null],
    ['12345678901', null],
  ])('reads %j as %j', (typed, count) => {
    expect(readCount(typed)).toBe(count)
  })
})

describe('the bodies of a connection', () => {
  it('leave out a key that is stored already', () => {
    const draft = newConnection({ id: 'one', name: 'Mine', baseUrl: 'http://localhost:1/v1', hasKey: true }, false)
    expect(saveBody(draft)).not.toHaveProperty('api_key')
    expect(testBody(draft)).not.toHaveProperty('api_key')
    expect(saveBody({ ...draft, apiKey: ' sk-new ' }).api_key).toBe('sk-new')
    expect(saveBody({ ...draft, hasKey: false }).api_key).toBeNull()
  })

  it('send empty numbers as null', () => {
    const draft = newConnection({ name: 'Mine', models: [newModel('a', 4096), newModel('b')] }, true)
    expect(saveBody(draft)).toMatchObject({
      is_default: true,
      base_url: null,
      models: [
        { name: 'a', context_tokens: 4096, max_reply_tokens: null, message_price: null },
        { name: 'b', context_tokens: null },
      ],
    })
  })
})
