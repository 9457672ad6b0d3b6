import { useEffect, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'

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

/** Under the dots of a reply that is slow to begin: what is going on. Its toolbar has the way out. */
export function StillReading({ id }: { id: string }) {
  const text = useText()
  return useIsSlow(id) ? <p className="message-mark">{text('chats.log.stillReading')}</p> : null
}
