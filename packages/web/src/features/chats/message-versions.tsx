import type { Message } from '@everkin/contract/types.ts'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useChatSnapshot, useConversation } from './conversation-context.ts'

/** ‹ 2 of 2 ›: by buttons, or the arrow keys while one of them has the focus. "Next" on the last asks for a new one. */
export function MessageVersions({ message, isNewestReply }: { message: Message; isNewestReply: boolean }) {
  const text = useText()
  const { chat, command, keptFocus } = useConversation()
  const isWriting = useChatSnapshot(chat).streamingId !== null
  const previous = useRef<HTMLButtonElement>(null)
  const following = useRef<HTMLButtonElement>(null)
  const { index, count, ids } = message.variant
  const canAskForNew = isNewestReply && index === count - 1

  // The version that was left took the button with the focus along: its place among the new version's takes it up.
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
    command(target === undefined ? chat.regenerate(message.id) : chat.select(target))
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const forwards = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    go(event.key === forwards ? 1 : -1)
  }

  return (
    // Disabled for the eye and the ear alone: a button that is disabled outright would drop the focus and the keys.
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the two buttons inside
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
