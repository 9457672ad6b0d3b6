import type { Message } from '@everkin/contract/types.ts'
import type { OpenChat } from './open-chat.ts'

/** The message with this number on the part of the path that is loaded. */
export function messageOf(chat: OpenChat, seq: number): Message | undefined {
  const id = idOf(chat, seq)
  return id === undefined ? undefined : chat.message(id)
}

/**
 * Brings a message of the open path into view and gives it the focus, loading older pages as far as it takes; false
 * when it is not on this path, or can not be loaded now.
 */
export async function showMessage(chat: OpenChat, seq: number): Promise<boolean> {
  while (idOf(chat, seq) === undefined) {
    const { ids, hasOlder } = chat.snapshot()
    const first = chat.message(ids[0] ?? '')
    if (!hasOlder || !first || first.seq <= seq) return false
    await chat.loadOlder()
    if (chat.snapshot().ids.length === ids.length) return false
  }
  const id = idOf(chat, seq) ?? ''
  // A run of messages far from the view is not drawn: its place is gone to first, then the message itself.
  for (let tries = 0; tries < 10; tries += 1) {
    await nextFrame()
    const row = document.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`)
    if (row) {
      row.scrollIntoView({ block: 'center' })
      row.tabIndex = -1
      row.focus({ preventScroll: true })
      return true
    }
    frameOf(chat, id)?.scrollIntoView({ block: 'center' })
  }
  return false
}

function idOf(chat: OpenChat, seq: number): string | undefined {
  return chat.snapshot().ids.find((id) => chat.message(id)?.seq === seq)
}

/** The frame of the run that a message is in. */
function frameOf(chat: OpenChat, id: string): Element | undefined {
  const { ids } = chat.snapshot()
  const at = ids.indexOf(id)
  return [...document.querySelectorAll<HTMLElement>('[data-first-message]')].findLast(
    (frame) => ids.indexOf(frame.dataset.firstMessage ?? '') <= at,
  )
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
}
