import { ClientId } from '@everkin/contract/ids.ts'
import { expect, it } from 'vitest'
import { randomUuid } from './random-uuid.ts'

it('creates unique ids that the contract accepts', () => {
  const ids = Array.from({ length: 500 }, randomUuid)
  for (const id of ids) expect(ClientId.safeParse(id).success).toBe(true)
  expect(new Set(ids).size).toBe(500)
})
