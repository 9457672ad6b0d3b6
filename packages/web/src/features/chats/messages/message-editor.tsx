import { LIMITS } from '@everkin/contract/limits.ts'
import type { Message } from '@everkin/contract/types.ts'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Textarea } from '../../../ui/form/form-controls.tsx'
import { useConversation } from '../context/conversation-context.ts'

/** Edits a message in place; the person's own message can also be sent again as a new branch. */
export function MessageEditor({ message, onDone }: { message: Message; onDone: () => void }) {
  const { chat, warnIfUnsent } = useConversation()
  const text = useText()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [words, setWords] = useState(message.text)
  const excess = words.length - LIMITS.messageLength
  const isUsable = words !== '' && words !== message.text && excess <= 0

  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  function save(branch: boolean) {
    if (!isUsable) return
    const sent = chat.edit(message.id, words, branch)
    warnIfUnsent(sent)
    if (sent) onDone()
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
        <Button size="small" variant="ghost" onClick={onDone}>
          {text('chats.message.cancel')}
        </Button>
        {message.role === 'user' ? (
          <Button size="small" disabled={!isUsable} onClick={() => save(true)}>
            {text('chats.message.saveAsBranch')}
          </Button>
        ) : null}
        <Button size="small" disabled={!isUsable} onClick={() => save(false)}>
          {text('shell.actions.save')}
        </Button>
      </div>
    </div>
  )
}
