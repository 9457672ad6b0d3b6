import { expect, it } from 'vitest'
import { matchModules } from './match-modules.ts'

it('matches the modules of a place, without those that are left out', () => {
  const matches = matchModules({ 'web/src/ui/': ['dialog', 'form/choice'], 'contract/src/ids.ts': [] })
  const matched = ['web/src/ui/icon.tsx', 'web/src/ui/form/switch.tsx', 'contract/src/ids.ts']
  const others = [
    'web/src/ui/dialog.tsx',
    'web/src/ui/form/choice.tsx',
    'web/src/lib/store.ts',
    'contract/src/errors.ts',
  ]
  expect(matched.filter((path) => matches(`/checkout/packages/${path}`))).toEqual(matched)
  expect(others.filter((path) => matches(`/checkout/packages/${path}`))).toEqual([])
  expect(matches('/checkout/node_modules/ui/icon.tsx')).toBe(false)
})

it('throws for a name that matches no file', () => {
  expect(() => matchModules({ 'web/src/ui/no-such-file': [] })).toThrow('packages/web/src/ui/no-such-file')
  expect(() => matchModules({ 'web/src/ui/': ['no-such-file'] })).toThrow('packages/web/src/ui/no-such-file')
})
