import { useEffect, useState } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { useOnline } from '../../../lib/browser-state.ts'
import { createStore, useStore } from '../../../lib/store.ts'
import type { ConnectionState, RealtimeSocket } from '../../../realtime/realtime-socket.ts'
import { Icon } from '../../../ui/icon.tsx'

/** Short interruptions are not shown: the banner waits this long. */
const BANNER_DELAY_MS = 1_500

const NO_SOCKET = createStore<ConnectionState>('idle')

/** State of the live connection; `idle` before there is one. */
function useConnectionState(socket: RealtimeSocket | null): ConnectionState {
  return useStore(socket?.state ?? NO_SOCKET)
}

interface ConnectionBannerProps {
  socket: RealtimeSocket | null
  onSignIn: () => void
}

/** Says that the conversation is offline, reconnecting or signed out, and that no unsent text is lost. */
export function ConnectionBanner({ socket, onSignIn }: ConnectionBannerProps) {
  const text = useText()
  const state = useConnectionState(socket)
  const isOnline = useOnline()
  const isBroken = state === 'waiting' || state === 'connecting'
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isBroken) {
      setLate(false)
      return
    }
    const timer = setTimeout(() => setLate(true), BANNER_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isBroken])
  const message = !isOnline
    ? text('shell.offline.banner')
    : state === 'signed-out'
      ? text('chats.log.signedOut')
      : isBroken && isLate
        ? text('shell.offline.reconnecting')
        : null
  return (
    <div role="status">
      {message ? (
        <p className="link-banner">
          <Icon name={isOnline ? 'hourglass' : 'wifi-slash'} size="small" />
          <span>{message}</span>
          {state === 'signed-out' && isOnline ? (
            <button type="button" className="text-button" onClick={onSignIn}>
              {text('shell.drawer.signIn')}
            </button>
          ) : null}
        </p>
      ) : null}
    </div>
  )
}
