import { APPEARANCE_COOKIE, parseAppearance } from '@everkin/contract/appearance.ts'
import type { Chat } from '@everkin/contract/types.ts'
import { useEffect, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { listOfflineChats } from '../../features/chats/realtime/chat-cache.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useOnline } from '../../lib/browser-state.ts'
import { readCookie } from '../../lib/cookies.ts'
import { setDeviceAppearance } from '../../lib/device-appearance.ts'
import offlineUrl from '../../ui/art/offline.svg?no-inline'
import { Button } from '../../ui/button.tsx'
import { ChatAvatar } from '../../ui/chat-avatar.tsx'
import { Illustration } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Logo } from '../../ui/logo.tsx'
import { useServerReady } from '../offline/use-server-ready.ts'
import '../offline/offline-page.css'
import { pageMeta } from '../page-meta.ts'
import { pageTools } from '../page-tools.ts'
import { pathTo, safeNext } from '../paths.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export function loader(args: LoaderFunctionArgs) {
  const { text, texts, title } = pageTools(args, ['app.offline', 'chats.list.title', 'shell.actions.retry'])
  return { texts, title: title(text('app.offline.title')) }
}

export const meta = pageMeta

/**
 * Shown by the service worker for a page that is not cached. It is rendered and cached without any reader; what is
 * available offline it finds in this browser.
 */
export default function OfflinePage() {
  const text = useText()
  const locale = useLocale()
  const goOn = () => {
    window.location.replace(safeNext(new URLSearchParams(window.location.search).get('next'), locale))
  }
  useServerReady(true, goOn)
  // While the device has a connection, it is the server that does not answer.
  const isOnline = useOnline(false)
  useEffect(() => setDeviceAppearance(parseAppearance(readCookie(APPEARANCE_COOKIE) ?? undefined)), [])
  return (
    <div className="house-page">
      <span className="brand">
        <Logo />
        Everkin
      </span>
      <Illustration url={offlineUrl} />
      <h1 className="title-1">{text(isOnline ? 'app.offline.serverTitle' : 'app.offline.title')}</h1>
      <p className="muted">{text(isOnline ? 'app.offline.serverHint' : 'app.offline.hint')}</p>
      <Button variant="quiet" onClick={goOn}>
        {text('shell.actions.retry')}
      </Button>
      <CachedChats />
    </div>
  )
}

interface CachedChat {
  chat: Chat
  path: string
}

/** Plain links, because cached pages are whole documents. */
function CachedChats() {
  const text = useText()
  const locale = useLocale()
  const [found, setFound] = useState<{ chats: CachedChat[]; history: string | null } | null>(null)
  useEffect(() => {
    void listOfflineChats(pathTo('chathistory', locale), pathTo('chat', locale)).then(setFound)
  }, [locale])
  if (!found) return null
  if (found.chats.length === 0 && !found.history) return <p className="small faint">{text('app.offline.none')}</p>
  return (
    <section className="offline-list">
      <h2 className="title-3">{text('app.offline.readable')}</h2>
      <ul>
        {found.history ? (
          <li>
            <a href={found.history}>
              <span className="icon-place">
                <Icon name="chats-circle" />
              </span>
              <span className="title-3">{text('chats.list.title')}</span>
              <Icon name="caret-right" size="tiny" mirror />
            </a>
          </li>
        ) : null}
        {found.chats.map(({ chat, path }) => (
          <li key={chat.id}>
            <a href={path}>
              <ChatAvatar card={chat.card} />
              <span className="offline-words">
                <span className="title-3" dir="auto">
                  {chat.title}
                </span>
                <span className="small muted" dir="auto">
                  {chat.card.tagline}
                </span>
              </span>
              <Icon name="caret-right" size="tiny" mirror />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
