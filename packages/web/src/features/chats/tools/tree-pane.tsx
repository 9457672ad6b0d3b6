import type { ApiData } from '@everkin/contract/api-types.ts'
import { useCallback, useEffect, useState } from 'react'
import { callApi } from '../../../api/call.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/button.tsx'
import { LineSkeleton } from '../../../ui/skeleton.tsx'
import { useChatSnapshot, useConversation } from '../conversation-context.ts'
import { PanelFrame } from '../panel-frame.tsx'
import { lanesOf } from './lanes.ts'
import { nameOf, type TreeNode, useNodeFacts } from './node-facts.ts'
import { TreeChoice } from './tree-choice.tsx'
import { TreeLane } from './tree-lane.tsx'
import './tree.css'

type Tree = ApiData<'GET /api/chat/tree'>

/** Where the paths of a chat part and end: lanes beside a plain list, in the order of the messages. */
export function TreePane({ onClose }: { onClose: () => void }) {
  const text = useText()
  const { tree, failure, retry, earlier } = useTree()
  const [chosen, setChosen] = useState<string | null>(null)
  const node = tree?.list.find((one) => one.message_id === chosen)
  return (
    <PanelFrame title={text('tools.tree.title')} onClose={onClose}>
      <p className="small muted">{text(tree && tree.branches < 2 ? 'tools.tree.none' : 'tools.tree.about')}</p>
      {tree?.has_more ? (
        <Button wide onClick={earlier}>
          {text('tools.tree.earlier')}
        </Button>
      ) : null}
      {tree ? <Nodes list={tree.list} chosen={chosen} onChoose={setChosen} /> : null}
      {failure ? (
        <div className="older" role="alert">
          <p>{failure}</p>
          <Button onClick={retry}>{text('shell.actions.retry')}</Button>
        </div>
      ) : null}
      {tree || failure ? null : (
        <div aria-hidden="true">
          <LineSkeleton tall />
          <LineSkeleton tall />
        </div>
      )}
      {node ? <TreeChoice key={node.message_id} node={node} onClose={onClose} /> : null}
    </PanelFrame>
  )
}

interface NodesProps {
  list: readonly TreeNode[]
  chosen: string | null
  onChoose: (id: string) => void
}

function Nodes({ list, chosen, onChoose }: NodesProps) {
  const { rows, width } = lanesOf(list)
  return (
    <ol className="tree">
      {list.map((node, index) => {
        const row = rows[index]
        return (
          <li key={node.message_id} data-lit={node.on_path || undefined}>
            {row ? <TreeLane row={row} width={width} isLit={node.on_path} isHere={node.is_here} /> : null}
            <button
              type="button"
              aria-current={node.is_here || undefined}
              aria-pressed={chosen === node.message_id}
              onClick={() => onChoose(node.message_id)}
            >
              <NodeHead node={node} />
              <span className={`tree-words${node.role === 'user' ? '' : ' tree-said'}`} dir="auto">
                {node.text}
              </span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}

/** Who says it, and what there is to know of its place. */
function NodeHead({ node }: { node: TreeNode }) {
  const text = useText()
  const facts = useNodeFacts(node)
  return (
    <span className="tree-head">
      <bdi>{nameOf(node, text('chats.log.you'))}</bdi>
      {facts.length > 0 ? <span className="faint"> · {facts.join(' · ')}</span> : null}
      {node.on_path ? <span className="visually-hidden">, {text('tools.tree.onPath')}</span> : null}
    </span>
  )
}

function useTree() {
  const text = useText()
  const { chat } = useConversation()
  const { ids } = useChatSnapshot(chat)
  const [tree, setTree] = useState<Tree | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const read = useCallback(
    (before_seq: number | undefined, signal?: AbortSignal) =>
      callApi('GET /api/chat/tree', { query: { chat_id: chat.chatId, before_seq }, signal }),
    [chat],
  )
  const fail = useCallback(
    (error: unknown) => setFailure(error instanceof Error ? error.message : text('errors.internal')),
    [text],
  )
  // The end of the path moves with every turn and every change of branch.
  const end = ids.at(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another end of the path, or another attempt, asks again
  useEffect(() => {
    const abort = new AbortController()
    setFailure(null)
    read(undefined, abort.signal).then(setTree, (error: unknown) => {
      if (!abort.signal.aborted) fail(error)
    })
    return () => abort.abort()
  }, [read, fail, end, attempt])
  const earlier = () => {
    const first = tree?.list[0]
    if (!first) return
    read(first.seq).then(
      (page) => setTree((old) => old && { ...old, list: [...page.list, ...old.list], has_more: page.has_more }),
      fail,
    )
  }
  return { tree, failure, retry: () => setAttempt((count) => count + 1), earlier }
}
