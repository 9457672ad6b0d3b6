import type { ApiData } from '@everkin/contract/api-types.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { callApi } from '../../../api/client.ts'
import { useLocale, useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { useMutation } from '../../../ui/use-mutation.ts'
import { useConversation } from '../context/conversation-context.ts'
import { shortDate } from '../messages/dates.ts'

export type BranchNode = ApiData<'GET /api/chat/tree'>['list'][number]

/** The label above a node's text. */
export function speakerNameOf(node: BranchNode, you: string): string {
  return node.role === 'user' ? you : (node.speaker_name ?? '—')
}

/** Details of a node beside its text: its version, and what follows. */
export function useNodeDetails(node: BranchNode): string[] {
  const text = useText()
  const locale = useLocale()
  const { version, follow, between } = node
  const isParted = version.count > 1
  return [
    node.above === null && !isParted ? text('chat-tools.tree.beginning') : null,
    isParted ? text('chat-tools.tree.version', { index: version.index + 1, total: version.count }) : null,
    isParted && follow > 0 && !node.on_path ? text('chat-tools.tree.follow', { count: follow }) : null,
    !isParted && between > 0 ? text('chat-tools.tree.between', { count: between }) : null,
    node.is_end && !node.is_here ? shortDate(node.created_at, Date.now(), locale) : null,
  ].filter((detail) => detail !== null)
}

/** Actions for the selected node: switch to its branch, or copy the path to it into a separate chat. */
export function SelectedNode({ node, onClose }: { node: BranchNode; onClose: () => void }) {
  const text = useText()
  const toasts = useToast()
  const navigate = useNavigate()
  const { goTo, links } = useConversation()
  const details = useNodeDetails(node)
  const [title, setTitle] = useState('')

  async function show() {
    const isThere = await goTo({ id: node.message_id, seq: node.seq }, true)
    if (isThere && window.matchMedia('(max-width: 63.99rem)').matches) onClose()
  }
  const open = useMutation(async () => {
    const chat_id = node.message_id.slice(0, node.message_id.lastIndexOf('-'))
    const body = { chat_id, message_id: node.message_id, title: title.trim() || undefined }
    const made = await callApi('POST /api/chat/branch', { body })
    toasts.show(text('chat-tools.tree.opened'))
    await navigate(links.chat(made.id))
  })

  return (
    <section className="tree-choice" aria-labelledby="tree-chosen">
      <p className="caption faint" id="tree-chosen">
        {text('chat-tools.tree.chosen')}
      </p>
      <p className="tree-chosen-words" dir="auto">
        {node.text}
      </p>
      <p className="small muted">
        <bdi>{speakerNameOf(node, text('chats.log.you'))}</bdi>
        {details.length > 0 ? ` · ${details.join(' · ')}` : null}
      </p>
      <TextField
        label={text('chat-tools.tree.name')}
        value={title}
        maxLength={LIMITS.nameLength}
        error={open.error}
        onChange={(event) => setTitle(event.target.value)}
        dir="auto"
      />
      <div className="tree-deeds">
        <Button variant="primary" onClick={() => void show()}>
          {text(node.on_path ? 'chat-tools.tree.show' : 'chat-tools.tree.goOn')}
        </Button>
        <Button busy={open.isBusy} onClick={() => void open.run()}>
          {text('chat-tools.tree.open')}
        </Button>
      </div>
    </section>
  )
}
