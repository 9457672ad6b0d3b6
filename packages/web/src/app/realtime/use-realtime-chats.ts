import { useEffect } from 'react'
import type { RealtimeChats } from '../../features/chats/realtime/realtime-chats.ts'
import { useMounted } from '../../lib/use-mounted.ts'
import { realtimeChatsOf } from './tab-realtime.ts'

/** Starts and returns the tab's live connection of this person; null on the server and while hydrating. */
export function useRealtimeChats(userId: string | null): RealtimeChats | null {
  const isMounted = useMounted()
  const realtime = isMounted && userId !== null ? realtimeChatsOf(userId) : null
  useEffect(() => realtime?.start(), [realtime])
  return realtime
}
