import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitDecorators } from './lore-decorators.ts'

describe('decorators of a lorebook entry', () => {
  it('are split off the text, with their values', () => {
    const content =
      '@@depth 4\n@@role system\n@@additional_keys harbour, quay\n@@dont_activate\nThe lamp is out.\n@@depth 9'
    expect(splitDecorators(content)).toEqual({
      decorators: { depth: 4, role: 'system', additionalKeys: ['harbour', 'quay'], dontActivate: true },
      text: 'The lamp is out.\n@@depth 9',
    })
  })

  it('count as their first valid fallback when unknown or invalid', () => {
    expect(splitDecorators('@@from_elsewhere 1\n@@@depth x\n@@@depth 2\n@@@depth 3\nText').decorators).toEqual({
      depth: 2,
    })
    expect(splitDecorators('@@depth 1\n@@@depth 2\nText').decorators).toEqual({ depth: 1 })
    expect(splitDecorators('@@activate_only_every 0\nText').decorators).toEqual({})
  })

  it('never stop the text from being read, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('@@', '@', 'depth', ' 1', '\n', 'x', '@@@role system\n'), { maxLength: 40 }),
        (parts) => {
          const content = parts.join('')
          const { text } = splitDecorators(content)
          expect(content.endsWith(text)).toBe(true)
          expect(text.startsWith('@@')).toBe(false)
        },
      ),
    )
  })
})
