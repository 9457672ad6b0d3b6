import { LIMITS } from '@everkin/contract/limits.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { callApi } from '../../../api/call.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { useConversation } from '../conversation-context.ts'
import { nameOf, type TreeNode, useNodeFacts } from './node-facts.ts'

/** What can be done with the chosen place of the tree: go on from it, or open the way to it as a chat of its own. */
export function TreeChoice({ node, onClose }: { node: TreeNode; onClose: () => void }) {
  const text = useText()
  const toasts = useToast()
  const navigate = useNavigate()
  const { goTo, links } = useConversation()
  const facts = useNodeFacts(node)
  const [title, setTitle] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function show() {
    const isThere = await goTo({ id: node.message_id, seq: node.seq }, true)
    if (isThere && window.matchMedia('(max-width: 63.99rem)').matches) onClose()
  }
  async function open() {
    setBusy(true)
    setFailure(null)
    try {
      const chat_id = node.message_id.slice(0, node.message_id.lastIndexOf('-'))
      const body = { chat_id, message_id: node.message_id, title: title.trim() || undefined }
      const made = await callApi('POST /api/chat/branch', { body })
      toasts.show(text('tools.tree.opened'))
      void navigate(links.chat(made.id))
    } catch (error) {
      setFailure(error instanceof Error ? error.message : text('errors.internal'))
      setBusy(false)
    }
  }

  return (
    <section className="tree-choice" aria-labelledby="tree-chosen">
      <p className="caption faint" id="tree-chosen">
        {text('tools.tree.chosen')}
      </p>
      <p className="tree-chosen-words" dir="auto">
        {node.text}
      </p>
      <p className="small muted">
        <bdi>{nameOf(node, text('chats.log.you'))}</bdi>
        {facts.length > 0 ? ` · ${facts.join(' · ')}` : null}
      </p>
      <TextField
        label={text('tools.tree.name')}
        value={title}
        maxLength={LIMITS.nameLength}
        error={failure}
        onChange={(event) => setTitle(event.target.value)}
        dir="auto"
      />
      <div className="tree-deeds">
        <Button look="primary" onClick={() => void show()}>
          {text(node.on_path ? 'tools.tree.show' : 'tools.tree.goOn')}
        </Button>
        <Button busy={isBusy} onClick={() => void open()}>
          {text('tools.tree.open')}
        </Button>
      </div>
    </section>
  )
}
