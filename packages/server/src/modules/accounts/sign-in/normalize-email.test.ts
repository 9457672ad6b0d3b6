import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalizeMailbox } from './normalize-email.ts'

const letters = (most: number) =>
  fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789_-'), minLength: 1, maxLength: most })
const host = fc.tuple(letters(12), fc.constantFrom('org', 'com', 'co.uk')).map((parts) => parts.join('.'))

describe('normalizeMailbox (WAL-12)', () => {
  it('is the same for every variant of dots, plus and case, and ignores nothing else in the address', () => {
    fc.assert(
      fc.property(
        fc.array(letters(6), { minLength: 1, maxLength: 5 }),
        fc.option(letters(10)),
        host,
        fc.infiniteStream(fc.boolean()),
        (parts, tag, domain, coins) => {
          const upper = (text: string) => [...text].map((c) => (coins.next().value ? c.toUpperCase() : c)).join('')
          const plain = `${parts.join('')}@${domain}`
          const dressed = upper(`${parts.join('.')}${tag === null ? '' : `+${tag}`}@${domain}`)
          expect(normalizeMailbox(dressed)).toBe(normalizeMailbox(plain))
          expect(normalizeMailbox(normalizeMailbox(dressed))).toBe(normalizeMailbox(dressed))
        },
      ),
    )
  })

  it('keeps different names and different hosts apart', () => {
    fc.assert(
      fc.property(letters(10), letters(10), host, host, (one, other, oneHost, otherHost) => {
        const isSame = one === other && oneHost === otherHost
        expect(normalizeMailbox(`${one}@${oneHost}`) === normalizeMailbox(`${other}@${otherHost}`)).toBe(isSame)
      }),
    )
  })

  it.each([
    ['Mara.Quill+gift@Gmail.com', 'maraquill@gmail.com'],
    ['mara@googlemail.com', 'mara@gmail.com'],
    ['+only@example.org', '+only@example.org'],
    ['...@example.org', '...@example.org'],
    ['a+b+c@example.org', 'a@example.org'],
  ])('%s is %s', (address, mailbox) => expect(normalizeMailbox(address)).toBe(mailbox))
})
