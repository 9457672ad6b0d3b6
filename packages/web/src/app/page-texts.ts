import type { TextTree } from '@everkin/contract/translate.ts'
import type { PageContext } from './page-context.ts'

/**
 * The texts that a page needs, sent with its data: whole domains (`legal`), branches of one (`accounts.profile`) or
 * single texts with all their plural forms (`explore.chats`). Branches keep the page small. `npm run check` finds texts
 * that a page can show but does not list; it can only read complete names, or templates that start with a branch.
 */
export function textsFor(context: Pick<PageContext, 'texts'>, names: readonly string[]): TextTree {
  const domains = context.texts([...new Set(names.map((name) => name.split('.')[0] ?? name))])
  const picked: TextTree = {}
  for (const name of names) copyBranch(domains, picked, name.split('.'))
  return picked
}

const PLURAL_FORM = /_(zero|one|two|few|many|other)$/

function copyBranch(from: Record<string, unknown>, to: TextTree, path: string[]): void {
  const [name, ...rest] = path
  if (name === undefined) return
  if (rest.length === 0) {
    for (const [key, value] of Object.entries(from)) {
      if (key.replace(PLURAL_FORM, '') === name && isTexts(value)) to[key] = value
    }
    return
  }
  const value = from[name]
  const inner = to[name]
  const target = typeof inner === 'object' ? { ...inner } : {}
  if (value !== null && typeof value === 'object') copyBranch({ ...value }, target, rest)
  to[name] = target
}

function isTexts(value: unknown): value is string | TextTree {
  return typeof value === 'string' || (value !== null && typeof value === 'object')
}
