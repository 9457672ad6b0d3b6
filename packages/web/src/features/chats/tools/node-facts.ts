import type { ApiData } from '@everkin/contract/api-types.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { useText } from '../../../i18n/use-text.ts'

export type TreeNode = ApiData<'GET /api/chat/tree'>['list'][number]

/** The name over a node's words. */
export function nameOf(node: TreeNode, you: string): string {
  return node.role === 'user' ? you : (node.speaker_name ?? '—')
}

/** What a node's line tells beside its words: where it stands, which version it is, what follows. */
export function useNodeFacts(node: TreeNode): string[] {
  const text = useText()
  const format = useFormat()
  const { version, follow, between } = node
  const isParted = version.count > 1
  return [
    node.is_here ? text('tools.tree.here') : null,
    node.above === null && !isParted ? text('tools.tree.beginning') : null,
    isParted ? text('tools.tree.version', { index: version.index + 1, total: version.count }) : null,
    isParted && follow > 0 && !node.on_path ? text('tools.tree.follow', { count: follow }) : null,
    !isParted && between > 0 ? text('tools.tree.between', { count: between }) : null,
    node.is_end && !node.is_here ? text('tools.tree.ends', { date: format.date(node.created_at) }) : null,
  ].filter((fact) => fact !== null)
}
