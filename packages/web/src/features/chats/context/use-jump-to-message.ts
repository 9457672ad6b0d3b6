import { type RefObject, useCallback, useEffect, useState } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { useToast } from '../../../ui/toast.tsx'
import type { OpenChat } from '../realtime/open-chat.ts'

/** A message to scroll to; a new object for each request, even for the same message. */
export interface MessageTarget {
  id: string
  seq: number
}

/** Maximum wait for the requested branch. */
const SWITCH_TIMEOUT_MS = 8_000

/**
 * Scrolls to messages, loading older pages as needed. `goTo` returns whether the message is shown; one on another
 * branch is opened if `canSwitchBranch`, otherwise offered.
 */
export function useJumpToMessage(chat: OpenChat, warnIfUnsent: (sent: boolean) => void) {
  const text = useText()
  const toasts = useToast()
  const [target, setTarget] = useState<MessageTarget | null>(null)
  const goTo = useCallback(
    async (wanted: MessageTarget, canSwitchBranch: boolean): Promise<boolean> => {
      let reached = await chat.loadUntil(wanted)
      if (reached === 'elsewhere' && canSwitchBranch) {
        const changed = waitForPathChange(chat)
        const isSent = chat.commands.select(wanted.id)
        warnIfUnsent(isSent)
        if (!isSent) return false
        await changed
        reached = await chat.loadUntil(wanted)
      }
      if (reached === 'there') setTarget({ ...wanted })
      else if (reached === 'elsewhere')
        toasts.show(text('chat-tools.search.otherBranch'), 'info', {
          label: text('chat-tools.search.goThere'),
          run: () => void goTo(wanted, true),
        })
      else toasts.show(text(reached === 'far' ? 'chat-tools.search.tooFar' : 'errors.network'), 'info')
      return reached === 'there'
    },
    [chat, warnIfUnsent, text, toasts],
  )
  return { target, goTo }
}

/** Resolves when the path has changed, or after a timeout. */
function waitForPathChange(chat: OpenChat): Promise<void> {
  return new Promise((resolve) => {
    const before = chat.snapshot().ids
    const done = () => {
      leave()
      clearTimeout(timer)
      resolve()
    }
    const leave = chat.subscribe(() => {
      const { ids, reloading } = chat.snapshot()
      if (ids !== before && !reloading) done()
    })
    const timer = setTimeout(done, SWITCH_TIMEOUT_MS)
  })
}

/** Scrolls to the target message and highlights it until the target changes. */
export function useScrollToTarget(log: RefObject<HTMLElement | null>, target: MessageTarget | null): void {
  useEffect(() => {
    if (!target) return
    const row = () => log.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(target.id)}"]`)
    const show = () => row()?.scrollIntoView({ block: 'center' })
    show()
    // Content beside it is laid out only once it is visible, which shifts the message.
    const later = [requestAnimationFrame(show), setTimeout(show, 150)] as const
    const shown = row()
    shown?.setAttribute('data-found', '')
    return () => {
      cancelAnimationFrame(later[0])
      clearTimeout(later[1])
      shown?.removeAttribute('data-found')
    }
  }, [log, target])
}
