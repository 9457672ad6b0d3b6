import type { Message } from '@everkin/contract/types.ts'
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PopoverMenu } from '../../../ui/popover-menu.tsx'
import { useChatSnapshot, useConversation } from '../context/conversation-context.ts'
import { canRegenerate } from '../context/participants.tsx'
import { playMessage } from '../voice/now-playing.ts'
import { ReplyPrice, useReplyPrice } from './reply-price.tsx'
import { useCopyWords } from './use-copy-words.ts'

// Loaded when first used.
const MessageMenu = lazy(async () => ({ default: (await import('./more-actions.tsx')).MessageMenu }))
const MessageSheet = lazy(async () => ({ default: (await import('./more-actions.tsx')).MessageSheet }))
const RegenerateDialog = lazy(async () => ({
  default: (await import('../models/regenerate-dialog.tsx')).RegenerateDialog,
}))

/** How all actions of a message are shown: a menu at its button, or a sheet after a touch. */
export type OpenOptions = 'menu' | 'sheet'

interface MessageToolbarProps {
  message: Message
  isLast: boolean
  options: OpenOptions | null
  onOptions: (options: OpenOptions | null) => void
  onEdit: () => void
}

/** Versions and options of a message; always shown below the newest reply, below others on demand. */
export function MessageToolbar({ message, isLast, options, onOptions, onEdit }: MessageToolbarProps) {
  const text = useText()
  const { chat, group, warnIfUnsent, variantStep, isGuest, report } = useConversation()
  const price = useReplyPrice()
  const copy = useCopyWords()
  const [isChoosingModel, setChoosingModel] = useState(false)
  const isStreaming = message.status === 'streaming'
  const isNewestReply = isLast && message.role === 'character'
  const hasVersions = message.variant.count > 1 && !isGuest
  const isShown = isNewestReply || hasVersions
  const actions = { message, isNewestReply, onEdit, onChooseModel: () => setChoosingModel(true) }
  const copyButton =
    message.text === '' ? null : (
      <IconButton
        icon="copy"
        label={text('shell.actions.copy')}
        className="message-copy"
        onClick={() => copy(message.text)}
      />
    )
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
        <button type="button" className="message-stop" onClick={() => warnIfUnsent(chat.commands.stop())}>
          <Icon name="stop-fill" size="small" />
          {text('chats.composer.stop')}
        </button>
      ) : isGuest ? (
        <>
          {copyButton}
          {message.role === 'character' ? (
            <IconButton icon="flag" label={text('chats.message.report')} onClick={() => report(message.id)} />
          ) : null}
        </>
      ) : (
        <>
          {isNewestReply ? (
            <>
              {canRegenerate(message, group) ? (
                <>
                  <IconButton
                    icon="arrow-clockwise"
                    label={text('chats.message.regenerate')}
                    aria-description={price ?? undefined}
                    onClick={() => {
                      variantStep.current = { parentId: message.parent_id, step: 1 }
                      warnIfUnsent(chat.commands.regenerate(message.id))
                    }}
                  />
                  <ReplyPrice />
                </>
              ) : null}
              {copyButton}
              {message.text === '' ? null : (
                <IconButton
                  icon="speaker-high"
                  label={text('speech.player.listen')}
                  onClick={() => playMessage({ messageId: message.id, isAutomatic: false })}
                />
              )}
            </>
          ) : null}
          <PopoverMenu
            label={text('shell.actions.options')}
            trigger={<Icon name="dots-three" />}
            triggerClass="icon-button message-more"
            onPress={(event) => {
              if (!window.matchMedia('(hover: none)').matches) return
              event.preventDefault()
              onOptions('sheet')
            }}
            onOpenChange={(isOpen) => onOptions(isOpen ? 'menu' : null)}
          >
            {options === 'menu' ? (
              <Suspense fallback={null}>
                <MessageMenu {...actions} />
              </Suspense>
            ) : null}
          </PopoverMenu>
          {options === 'sheet' ? (
            <Suspense fallback={null}>
              <MessageSheet {...actions} onClose={() => onOptions(null)} />
            </Suspense>
          ) : null}
          {isChoosingModel ? (
            <Suspense fallback={null}>
              <RegenerateDialog message={message} onClose={() => setChoosingModel(false)} />
            </Suspense>
          ) : null}
        </>
      )}
    </div>
  )
}

/** ‹ 2 of 2 ›: switched by buttons, or by arrow keys while one is focused. "Next" on the last requests a new one. */
function VariantSwitcher({ message, isNewestReply }: { message: Message; isNewestReply: boolean }) {
  const text = useText()
  const { chat, group, warnIfUnsent, variantStep } = useConversation()
  const isWriting = useChatSnapshot(chat).streamingId !== null
  const previous = useRef<HTMLButtonElement>(null)
  const following = useRef<HTMLButtonElement>(null)
  const price = useReplyPrice()
  const { index, count, ids } = message.variant
  const canAskForNew = isNewestReply && index === count - 1 && canRegenerate(message, group)

  // The focused button was removed with the previous version: focus the same button of this version.
  useEffect(() => {
    const taken = variantStep.current
    if (taken?.parentId !== message.parent_id || document.activeElement !== document.body) return
    variantStep.current = null
    const button = taken.step === -1 ? previous : following
    button.current?.focus({ preventScroll: true })
  }, [message.parent_id, variantStep])

  function go(step: -1 | 1) {
    const target = ids[index + step]
    if (isWriting || (target === undefined && !(step === 1 && canAskForNew))) return
    variantStep.current = { parentId: message.parent_id, step }
    warnIfUnsent(target === undefined ? chat.commands.regenerate(message.id) : chat.commands.select(target))
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
        aria-description={(canAskForNew ? price : null) ?? undefined}
        aria-disabled={isWriting || (index === count - 1 && !canAskForNew)}
        onClick={() => go(1)}
      />
    </span>
  )
}
