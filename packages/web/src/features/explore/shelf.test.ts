import type { SingleCard } from '@everkin/contract/types.ts'
import { expect, it } from 'vitest'
import { toShelfCard } from './shelf.ts'

const hook = { direction: '', line: 'The last ferry is late.', action: null, replies: [] }
const createTestCard = (fields: Partial<SingleCard>) =>
  toShelfCard({ id: 'ilse', name: 'Ilse', tags: [], cover: null, avatar: null, hook, ...fields } as SingleCard) // what a shelf reads

it('quotes a character only in place of a picture', () => {
  expect(createTestCard({}).quote).toBe('The last ferry is late.')
  expect(createTestCard({ hook: null }).quote).toBeNull()
  expect(createTestCard({ avatar: '/pictures/ilse.webp' })).toMatchObject({ cover: '/pictures/ilse.webp', quote: null })
})
