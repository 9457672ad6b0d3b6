import { useEffect, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { useConversation } from './conversation-context.ts'

/** A reply without a word for so long is explained. */
const PATIENCE_MS = 8_000

/** Whether something has been waited for longer than is usual; `null`: nothing is. */
export function useIsSlow(waitedFor: string | null): boolean {
  const [slow, setSlow] = useState<string | null>(null)
  useEffect(() => {
    if (waitedFor === null) return
    const timer = setTimeout(() => setSlow(waitedFor), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [waitedFor])
  return waitedFor !== null && slow === waitedFor
}

/** Under the dots of a reply that is slow to begin: what is going on, and the way out, whatever the composer holds. */
export function StillReading({ id }: { id: string }) {
  const { chat, command } = useConversation()
  const text = useText()
  if (!useIsSlow(id)) return null
  return (
    <p className="message-mark">
      {text('chats.log.stillReading')}
      <button type="button" className="text-button" onClick={() => command(chat.stop())}>
        {text('chats.composer.stop')}
      </button>
    </p>
  )
}
