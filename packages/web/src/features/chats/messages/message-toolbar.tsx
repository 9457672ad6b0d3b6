import type { Message } from '@everkin/contract/types.ts'
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { useChatSnapshot, useConversation } from '../context/conversation-context.ts'
import { playMessage } from '../voice/now-playing.ts'

// Loaded when first used.
const RegenerateDialog = lazy(async () => ({
  default: (await import('../models/regenerate-dialog.tsx')).RegenerateDialog,
}))

interface MessageToolbarProps {
  message: Message
  isLast: boolean
  /** Opens the menu with all actions of the message. */
  isOpen: boolean
  onToggle: () => void
  onEdit: () => void
}

/** Versions and options of a message; always shown below the newest reply, below others on demand. */
export function MessageToolbar({ message, isLast, isOpen, onToggle, onEdit }: MessageToolbarProps) {
  const text = useText()
  const { chat, warnIfUnsent, keptFocus, isGuest } = useConversation()
  const isStreaming = message.status === 'streaming'
  const isNewestReply = isLast && message.role === 'character'
  const hasVersions = message.variant.count > 1 && !isGuest
  const isShown = isNewestReply || hasVersions || isOpen
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form
    <div
      className={`message-actions${isShown ? '' : ' message-actions-quiet'}`}
      role="group"
      aria-label={text('shell.actions.options')}
    >
      {hasVersions ? <VariantSwitcher message={message} isNewestReply={isNewestReply} /> : null}
      {hasVersions && isNewestReply ? <span className="message-actions-gap" /> : null}
      {isStreaming ? (
        <button type="button" className="message-stop" onClick={() => warnIfUnsent(chat.stop())}>
          <Icon name="stop-fill" size="small" />
          {text('chats.composer.stop')}
        </button>
      ) : isGuest ? (
        <CopyButton words={message.text} />
      ) : (
        <>
          {isNewestReply ? (
            <IconButton
              icon="arrow-clockwise"
              label={text('chats.message.regenerate')}
              onClick={() => {
                keptFocus.current = { parentId: message.parent_id, step: 1 }
                warnIfUnsent(chat.regenerate(message.id))
              }}
            />
          ) : null}
          {isNewestReply || isOpen ? <CopyButton words={message.text} /> : null}
          {message.role === 'character' && message.text !== '' && (isNewestReply || isOpen) ? (
            <IconButton
              icon="speaker-high"
              label={text('speech.player.listen')}
              onClick={() => playMessage({ messageId: message.id, isAutomatic: false })}
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
    if (await copyText(words)) toasts.show(text('shell.actions.copied'))
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
  const { chat, warnIfUnsent, report, showPanel } = useConversation()
  const [isAsking, setAsking] = useState(false)
  const [isRegenerating, setRegenerating] = useState(false)
  const isCharacter = message.role === 'character'
  return (
    <>
      {isNewestReply ? (
        <IconButton icon="cpu" label={text('presets.regenerate.action')} onClick={() => setRegenerating(true)} />
      ) : null}
      {isRegenerating ? (
        <Suspense fallback={null}>
          <RegenerateDialog message={message} onClose={() => setRegenerating(false)} />
        </Suspense>
      ) : null}
      {isNewestReply ? (
        <IconButton
          icon="chat-circle-text"
          label={text('chats.message.continue')}
          onClick={() => warnIfUnsent(chat.continueReply(message.id))}
        />
      ) : null}
      <IconButton icon="pencil-simple" label={text('chats.message.edit')} onClick={onEdit} />
      <IconButton
        icon="eye-slash"
        label={text(message.hidden ? 'chats.message.show' : 'chats.message.hide')}
        aria-pressed={message.hidden === true}
        onClick={() => warnIfUnsent(chat.hide(message.id, !message.hidden))}
      />
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
              warnIfUnsent(chat.deleteFrom(message.id))
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

/** ‹ 2 of 2 ›: switched by buttons, or by arrow keys while one is focused. "Next" on the last requests a new one. */
export function VariantSwitcher({ message, isNewestReply }: { message: Message; isNewestReply: boolean }) {
  const text = useText()
  const { chat, warnIfUnsent, keptFocus } = useConversation()
  const isWriting = useChatSnapshot(chat).streamingId !== null
  const previous = useRef<HTMLButtonElement>(null)
  const following = useRef<HTMLButtonElement>(null)
  const { index, count, ids } = message.variant
  const canAskForNew = isNewestReply && index === count - 1

  // The focused button was removed with the previous version: focus the same button of this version.
  useEffect(() => {
    const kept = keptFocus.current
    if (kept?.parentId !== message.parent_id || document.activeElement !== document.body) return
    keptFocus.current = null
    const button = kept.step === -1 ? previous : following
    button.current?.focus({ preventScroll: true })
  }, [message.parent_id, keptFocus])

  function go(step: -1 | 1) {
    const target = ids[index + step]
    if (isWriting || (target === undefined && !(step === 1 && canAskForNew))) return
    keptFocus.current = { parentId: message.parent_id, step }
    warnIfUnsent(target === undefined ? chat.regenerate(message.id) : chat.select(target))
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const forwards = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    go(event.key === forwards ? 1 : -1)
  }

  return (
    // Uses aria-disabled, since a button with `disabled` would lose the focus and its key events.
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the two buttons inside
    <span className="message-versions" onKeyDown={onKeyDown}>
      <IconButton
        ref={previous}
        icon="caret-left"
        mirror
        label={text('chats.message.previousVersion')}
        aria-disabled={isWriting || index === 0}
        onClick={() => go(-1)}
      />
      <span className="figures">{text('chats.message.versionOf', { index: index + 1, total: count })}</span>
      <IconButton
        ref={following}
        icon="caret-right"
        mirror
        label={text('chats.message.nextVersion')}
        aria-disabled={isWriting || (index === count - 1 && !canAskForNew)}
        onClick={() => go(1)}
      />
    </span>
  )
}
