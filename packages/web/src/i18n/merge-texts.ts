import type { TextTree } from '@everkin/contract/translate.ts'

/** One tree of several; where two hold the same name the later one counts. The given trees stay as they are. */
export function mergeTexts(trees: readonly TextTree[]): TextTree {
  const merged: TextTree = {}
  for (const tree of trees) {
    for (const [name, value] of Object.entries(tree)) {
      const before = merged[name]
      merged[name] = typeof value === 'object' && typeof before === 'object' ? mergeTexts([before, value]) : value
    }
  }
  return merged
}
