import { expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { SaveKeys } from './save-keys.ts'

const BODY = { name: 'Mara' }

/** Sends each body; `fault` is the name of the error with which its call ends. Returns the keys. */
async function keysOf(calls: { body: object; fault?: 'Network' | 'Conflict' }[]): Promise<string[]> {
  const keys = new SaveKeys()
  const used: string[] = []
  for (const { body, fault } of calls) {
    const sent = keys.send(body, async ({ idempotency_key }) => {
      used.push(idempotency_key)
      if (fault) throw new ApiError(fault, 0, '', null)
    })
    if (fault) await expect(sent).rejects.toMatchObject({ name: fault })
    else await sent
  }
  return used
}

it('a save without an answer keeps its key when it is repeated', async () => {
  const [first, second, third] = await keysOf([
    { body: BODY, fault: 'Network' },
    { body: { ...BODY }, fault: 'Network' },
    { body: BODY },
  ])
  expect([second, third]).toEqual([first, first])
})

it.each([
  ['another body', [{ body: BODY, fault: 'Network' as const }, { body: { name: 'Mari' } }]],
  ['a refusal', [{ body: BODY, fault: 'Conflict' as const }, { body: BODY }]],
  ['a success', [{ body: BODY }, { body: BODY }]],
])('%s gets a new key', async (_what, calls) => {
  const [first, second] = await keysOf(calls)
  expect(first).not.toBe(second)
})
