import { expect, it } from 'vitest'
import { textsFor } from './page-texts.ts'

const domains: Record<string, unknown> = {
  explore: { question: 'Who?', chats_one: 'one', chats_other: 'many', chatsOf: 'no', tags: { cosy: 'Cosy' } },
  accounts: { code: { title: 'Code', label: 'Label' }, email: { label: 'Email' } },
}
const context = { texts: (names: string[]) => Object.fromEntries(names.map((name) => [name, domains[name]])) }

it('includes whole domains, branches, and single texts with their plural forms', () => {
  expect(textsFor(context, ['explore.chats', 'accounts.code'])).toEqual({
    explore: { chats_one: 'one', chats_other: 'many' },
    accounts: { code: { title: 'Code', label: 'Label' } },
  })
  expect(textsFor(context, ['explore'])).toEqual({ explore: domains.explore })
})

it('merges several branches of one domain without changing the source texts', () => {
  const before = structuredClone(domains)
  expect(textsFor(context, ['accounts.code.title', 'accounts.email', 'accounts.code.label'])).toEqual({
    accounts: { code: { title: 'Code', label: 'Label' }, email: { label: 'Email' } },
  })
  expect(domains).toEqual(before)
})

it('returns nothing for unknown names', () => {
  expect(textsFor(context, ['explore.nothing.here', 'nowhere'])).toEqual({ explore: { nothing: {} } })
})
