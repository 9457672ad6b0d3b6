import type { Message } from '@everkin/contract/types.ts'
import { useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { copyWords } from '../../lib/copy-words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useConversation } from './conversation-context.ts'
import { MessageVersions } from './message-versions.tsx'
import { listenTo } from './voice/listening.ts'

interface MessageToolbarProps {
  message: Message
  isLast: boolean
  /** Shows everything that can be done with the message. */
  isOpen: boolean
  onToggle: () => void
  onEdit: () => void
}

/** Versions and options of a message; under the newest reply always, under the others when asked for. */
export function MessageToolbar({ message, isLast, isOpen, onToggle, onEdit }: MessageToolbarProps) {
  const text = useText()
  const { chat, command, keptFocus } = useConversation()
  const isStreaming = message.status === 'streaming'
  const isNewestReply = isLast && message.role === 'character'
  const hasVersions = message.variant.count > 1
  const isShown = isNewestReply || hasVersions || isOpen
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form
    <div
      className={`message-actions${isShown ? '' : ' message-actions-quiet'}`}
      role="group"
      aria-label={text('shell.actions.options')}
    >
      {hasVersions ? <MessageVersions message={message} isNewestReply={isNewestReply} /> : null}
      {hasVersions && isNewestReply ? <span className="message-actions-gap" /> : null}
      {isStreaming ? (
        <button type="button" className="message-stop" onClick={() => command(chat.stop())}>
          <Icon name="stop-fill" size="small" />
          {text('chats.composer.stop')}
        </button>
      ) : (
        <>
          {isNewestReply ? (
            <IconButton
              icon="arrow-clockwise"
              label={text('chats.message.regenerate')}
              onClick={() => {
                keptFocus.current = { parentId: message.parent_id, step: 1 }
                command(chat.regenerate(message.id))
              }}
            />
          ) : null}
          {isNewestReply || isOpen ? <CopyButton words={message.text} /> : null}
          {message.role === 'character' && message.text !== '' && (isNewestReply || isOpen) ? (
            <IconButton
              icon="speaker-high"
              label={text('voice.player.listen')}
              onClick={() => listenTo({ messageId: message.id, isUnasked: false })}
            />
          ) : null}
          {isOpen ? (
            <MoreActions message={message} isNewestReply={isNewestReply} onEdit={onEdit} onToggle={onToggle} />
          ) : null}
          <IconButton
            icon="dots-three"
            label={text('shell.actions.options')}
            aria-expanded={isOpen}
            className="message-more"
            onClick={onToggle}
          />
        </>
      )}
    </div>
  )
}

function CopyButton({ words }: { words: string }) {
  const text = useText()
  const toasts = useToast()
  const copy = async () => {
    if (await copyWords(words)) toasts.show(text('shell.actions.copied'))
  }
  return <IconButton icon="copy" label={text('shell.actions.copy')} onClick={() => void copy()} />
}

interface MoreActionsProps {
  message: Message
  isNewestReply: boolean
  onEdit: () => void
  onToggle: () => void
}

function MoreActions({ message, isNewestReply, onEdit, onToggle }: MoreActionsProps) {
  const text = useText()
  const { chat, command, report, showPanel } = useConversation()
  const [isAsking, setAsking] = useState(false)
  const isCharacter = message.role === 'character'
  return (
    <>
      {isNewestReply ? (
        <IconButton
          icon="chat-circle-text"
          label={text('chats.message.continue')}
          onClick={() => command(chat.continueReply(message.id))}
        />
      ) : null}
      <IconButton icon="pencil-simple" label={text('chats.message.edit')} onClick={onEdit} />
      <IconButton icon="trash" label={text('chats.message.deleteFromHere')} onClick={() => setAsking(true)} />
      {isCharacter ? (
        <>
          <IconButton
            icon="notebook"
            label={text('memory.receipt.title')}
            onClick={() => showPanel({ kind: 'receipt', messageId: message.id })}
          />
          <IconButton
            icon="eye"
            label={text('chats.memory.modelSaw')}
            onClick={() => showPanel({ kind: 'prompt', messageId: message.id })}
          />
          <IconButton icon="flag" label={text('chats.message.report')} onClick={() => report(message.id)} />
        </>
      ) : null}
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        kind="alert"
        narrow
        title={text('chats.message.deleteConfirm')}
      >
        <div className="dialog-actions">
          <Button
            look="danger"
            onClick={() => {
              setAsking(false)
              onToggle()
              command(chat.deleteFrom(message.id))
            }}
          >
            {text('chats.message.delete')}
          </Button>
          <Button data-first-focus onClick={() => setAsking(false)}>
            {text('chats.message.cancel')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
