import type { ApiData } from '@everkin/contract/api-types.ts'
import { useCallback, useEffect, useState } from 'react'
import { errorMessage } from '../../../api/api-error.ts'
import { callApi } from '../../../api/client.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/button.tsx'
import { LineSkeleton } from '../../../ui/skeleton.tsx'
import { useChatSnapshot, useConversation } from '../context/conversation-context.ts'
import { PanelFrame } from '../panels/panel-frame.tsx'
import { type BranchNode, SelectedNode, speakerNameOf, useNodeDetails } from './branch-details.tsx'
import { type LaneRow, layoutBranches } from './branch-layout.ts'
import './branch-panel.css'

/** Dimensions of a row in units of its SVG; the style sheet sets the actual size. */
const HEIGHT = 76
const WIDTH = 84
const FIRST = 14
const STEP = 26

interface BranchLaneProps {
  row: LaneRow
  /** Number of lanes in the whole tree. */
  width: number
  isLit: boolean
  isHere: boolean
}

/** Lane lines of one row: the incoming ones and the node itself. Decorative, since the list contains the same facts. */
export function BranchLane({ row, width, isLit, isHere }: BranchLaneProps) {
  const step = Math.min(STEP, (WIDTH - 2 * FIRST) / Math.max(1, width - 1))
  const x = (lane: number) => FIRST + lane * step
  const middle = HEIGHT / 2
  const segments = [...row.segments].sort((one, other) => Number(one.isLit) - Number(other.isLit))
  return (
    <svg className="tree-lane" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {segments.map(({ from, to, isLit: lit }, index) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a row never move
          key={index}
          className={lit ? 'tree-line tree-lit' : 'tree-line'}
          d={
            from === to
              ? `M${x(to)} ${-middle}V${middle}`
              : `M${x(from)} ${-middle}C${x(from)} ${middle * 0.2} ${x(to)} ${-middle * 0.2} ${x(to)} ${middle}`
          }
        />
      ))}
      {isHere ? (
        <path className="tree-here" d={`M${x(row.lane) - 8} ${middle + 10}v-11a8 8 0 0 1 16 0v11z`} />
      ) : (
        <circle className={isLit ? 'tree-dot tree-lit' : 'tree-dot'} cx={x(row.lane)} cy={middle} r={isLit ? 6 : 5.5} />
      )}
    </svg>
  )
}

type BranchTree = ApiData<'GET /api/chat/tree'>

/** Where the paths of a chat fork and end: lanes beside a plain list, in the order of the messages. */
export function BranchPanel({ onClose }: { onClose: () => void }) {
  const text = useText()
  const { tree, failure, retry, earlier } = useBranchTree()
  const [chosen, setChosen] = useState<string | null>(null)
  const node = tree?.list.find((one) => one.message_id === chosen)
  return (
    <PanelFrame title={text('chat-tools.tree.title')} onClose={onClose}>
      <p className="small muted">
        {text(tree && tree.branches < 2 ? 'chat-tools.tree.none' : 'chat-tools.tree.about')}
      </p>
      {tree?.has_more ? (
        <Button wide onClick={earlier}>
          {text('chat-tools.tree.earlier')}
        </Button>
      ) : null}
      {tree ? <BranchList list={tree.list} chosen={chosen} onChoose={setChosen} /> : null}
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
      {node ? <SelectedNode key={node.message_id} node={node} onClose={onClose} /> : null}
    </PanelFrame>
  )
}

interface BranchListProps {
  list: readonly BranchNode[]
  chosen: string | null
  onChoose: (id: string) => void
}

function BranchList({ list, chosen, onChoose }: BranchListProps) {
  const { rows, width } = layoutBranches(list)
  return (
    <ol className={list.filter(({ above }) => above === null).length > 1 ? 'tree tree-forked' : 'tree'}>
      {list.map((node, index) => {
        const row = rows[index]
        return (
          <li key={node.message_id} data-lit={node.on_path || undefined}>
            {row ? <BranchLane row={row} width={width} isLit={node.on_path} isHere={node.is_here} /> : null}
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

/** The speaker and the details of a node. */
function NodeHead({ node }: { node: BranchNode }) {
  const text = useText()
  const details = useNodeDetails(node)
  return (
    <span className="tree-head">
      {node.is_here ? <span className="tree-you">{text('chat-tools.tree.here')}</span> : null}
      <bdi>{speakerNameOf(node, text('chats.log.you'))}</bdi>
      {details.length > 0 ? <span className="faint"> · {details.join(' · ')}</span> : null}
      {node.on_path ? <span className="visually-hidden">, {text('chat-tools.tree.onPath')}</span> : null}
    </span>
  )
}

function useBranchTree() {
  const text = useText()
  const { chat } = useConversation()
  const { ids } = useChatSnapshot(chat)
  const [tree, setTree] = useState<BranchTree | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const read = useCallback(
    (before_seq: number | undefined, signal?: AbortSignal) =>
      callApi('GET /api/chat/tree', { query: { chat_id: chat.chatId, before_seq }, signal }),
    [chat],
  )
  const fail = useCallback((error: unknown) => setFailure(errorMessage(error, text)), [text])
  // The end of the path changes with every turn and every switch of branch.
  const end = ids.at(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new end of the path, or a retry, loads again
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
