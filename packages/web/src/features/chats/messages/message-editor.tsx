import { excessOfEdit } from '@everkin/contract/edit-limit.ts'
import type { Message } from '@everkin/contract/types.ts'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { isComposing } from '../../../lib/is-composing.ts'
import { Button } from '../../../ui/button.tsx'
import { Textarea } from '../../../ui/form/form-controls.tsx'
import { useChatSnapshot, useConversation } from '../context/conversation-context.ts'
import { ReplyPrice, useReplyPrice } from './reply-price.tsx'

/** How long the server is waited for, before the text can be sent again. */
const ANSWER_TIMEOUT_MS = 10_000

/**
 * Edits a message in place, or saves the text beside the old one: a new branch of an own message, else a new version. It
 * stays open until the text is stored, so that a refused one is not lost.
 */
export function MessageEditor({ message, onDone }: { message: Message; onDone: () => void }) {
  const { chat, warnIfUnsent, variantStep } = useConversation()
  const text = useText()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [words, setWords] = useState(message.text)
  const excess = excessOfEdit(words, message.text.length)
  const isOwn = message.role === 'user'
  const price = useReplyPrice()
  const branchPrice = isOwn ? price : null
  const { error } = useChatSnapshot(chat)
  const [isSaving, setSaving] = useState(false)
  const isStored = isSaving && words === message.text
  const isUsable = words !== '' && words !== message.text && excess <= 0 && !isSaving

  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  useEffect(() => {
    if (error?.messageId === message.id) setSaving(false)
  }, [error, message.id])

  useEffect(() => {
    if (!isSaving) return
    const timer = setTimeout(() => setSaving(false), ANSWER_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [isSaving])

  useEffect(() => {
    if (isStored) onDone()
  }, [isStored, onDone])

  function save(branch: boolean) {
    if (!isUsable) return
    const sent = chat.commands.edit(message.id, words, branch)
    warnIfUnsent(sent)
    if (!sent) return
    // The stored branch takes this message's place.
    if (branch) variantStep.current = { parentId: message.parent_id, step: 1 }
    setSaving(true)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      onDone()
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save(false)
  }

  return (
    <div className="message-editor" ref={box}>
      <Textarea
        dir="auto"
        aria-label={text('chats.message.edit')}
        aria-describedby={excess > 0 ? id : undefined}
        aria-invalid={excess > 0 || undefined}
        value={words}
        readOnly={isSaving}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={onKeyDown}
        autoFocus
      />
      {excess > 0 ? (
        <p className="field-error" id={id}>
          {text('errors.field.tooLong', { count: excess })}
        </p>
      ) : null}
      <div className="message-editor-actions">
        <Button
          size="small"
          disabled={!isUsable}
          aria-description={branchPrice ?? undefined}
          onClick={() => save(true)}
        >
          {text(isOwn ? 'chats.message.saveAsBranch' : 'chats.message.saveAsVersion')}
          {isOwn ? <ReplyPrice /> : null}
        </Button>
        <span>
          <Button size="small" variant="ghost" onClick={onDone}>
            {text('chats.message.cancel')}
          </Button>
          <Button size="small" disabled={!isUsable} onClick={() => save(false)}>
            {text('shell.actions.save')}
          </Button>
        </span>
      </div>
      <p className="message-editor-hint small muted">
        {text(isOwn ? 'chats.message.aboutBranch' : 'chats.message.aboutVersion')}
      </p>
    </div>
  )
}
