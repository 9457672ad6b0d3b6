import { LIMITS } from '@everkin/contract/limits.ts'
import type { Message } from '@everkin/contract/types.ts'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Textarea } from '../../../ui/form/form-controls.tsx'
import { useConversation } from '../context/conversation-context.ts'
import { ReplyPrice, useReplyPrice } from './reply-price.tsx'

/** Edits a message in place, or saves the text beside the old one: a new branch of an own message, else a new version. */
export function MessageEditor({ message, onDone }: { message: Message; onDone: () => void }) {
  const { chat, warnIfUnsent, variantStep } = useConversation()
  const text = useText()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [words, setWords] = useState(message.text)
  const excess = words.length - LIMITS.messageLength
  const isOwn = message.role === 'user'
  const price = useReplyPrice()
  const branchPrice = isOwn ? price : null
  const isUsable = words !== '' && words !== message.text && excess <= 0

  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  function save(branch: boolean) {
    if (!isUsable) return
    const sent = chat.edit(message.id, words, branch)
    warnIfUnsent(sent)
    if (!sent) return
    if (branch) variantStep.current = { parentId: message.parent_id, step: 1 }
    onDone()
  }

  function onKeyDown(event: KeyboardEvent) {
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
