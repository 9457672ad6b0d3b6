import { useCallback, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { useToast } from '../../ui/toast.tsx'
import type { OpenChat } from './open-chat.ts'

/** A message that was asked for; a new object each time, also for the same message. */
export interface Target {
  id: string
  seq: number
}

/** Waits this long for the branch that was asked for. */
const SWITCH_MS = 8_000

/**
 * Brings messages into sight, however far back. `goTo` gives whether it is shown; what is on another branch is left
 * there unless `mayLeave`, and otherwise offered.
 */
export function useGoTo(chat: OpenChat, command: (sent: boolean) => void) {
  const text = useText()
  const toasts = useToast()
  const [target, setTarget] = useState<Target | null>(null)
  const goTo = useCallback(
    async (wanted: Target, mayLeave: boolean): Promise<boolean> => {
      let reached = await chat.reach(wanted)
      if (reached === 'elsewhere' && mayLeave) {
        const changed = nextPath(chat)
        const isSent = chat.select(wanted.id)
        command(isSent)
        if (!isSent) return false
        await changed
        reached = await chat.reach(wanted)
      }
      if (reached === 'there') setTarget({ ...wanted })
      else if (reached === 'elsewhere')
        toasts.show(text('tools.search.otherBranch'), 'info', {
          label: text('tools.search.goThere'),
          run: () => void goTo(wanted, true),
        })
      else toasts.show(text(reached === 'far' ? 'tools.search.tooFar' : 'errors.network'), 'info')
      return reached === 'there'
    },
    [chat, command, text, toasts],
  )
  return { target, goTo }
}

/** Resolves when the path has become another one, or after a while. */
function nextPath(chat: OpenChat): Promise<void> {
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
    const timer = setTimeout(done, SWITCH_MS)
  })
}
