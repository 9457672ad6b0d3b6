import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hideNames, showNames } from './names-in-text.ts'

const NAMES = { char: 'Ellis', user: 'Mara' }

describe('names in a text', () => {
  it('stand in place of the marks, whatever their case', () => {
    expect(showNames('{{Char}} waves. Hello, {{user}}.', NAMES)).toBe('‹Ellis› waves. Hello, ‹Mara›.')
  })

  it('become marks again, also where a name is a pattern of replacements', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('{{char}}', '{{user}}', ' waves at ', '$&', 'Mara', '\n')),
        fc.constantFrom('Ellis', '$&', '$1', 'a.b', ''),
        fc.constantFrom('Mara', '$$', 'Ellis', ''),
        (pieces, char, user) => {
          const text = pieces.join('')
          expect(hideNames(showNames(text, { char, user }), { char, user })).toBe(text)
        },
      ),
    )
  })

  it('leave a name that someone wrote themselves alone', () => {
    expect(hideNames('Ellis and Mara', NAMES)).toBe('Ellis and Mara')
  })
})
