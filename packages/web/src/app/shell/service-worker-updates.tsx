import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useText } from '../../i18n/use-text.ts'
import { runWhenIdle } from '../../lib/browser-state.ts'
import { useStore } from '../../lib/store.ts'
import { useSession } from '../../session/session.tsx'
import { Icon } from '../../ui/icon.tsx'
import { serviceWorkerClient } from '../offline/service-worker-client.ts'

/** Registers the service worker and announces a new version of the site. Disabled in development. */
export function ServiceWorkerUpdates() {
  const { pathname, search } = useLocation()
  const { person } = useSession()
  const path = pathname + search
  const isSignedIn = person !== null
  useEffect(() => {
    if (!import.meta.env.PROD) return
    return runWhenIdle(() => {
      // Without storage (private windows) the site works as before.
      serviceWorkerClient
        .register()
        .then(() => serviceWorkerClient.arrived(path, isSignedIn))
        .catch(() => {})
    })
  }, [path, isSignedIn])
  return <UpdateToast />
}

function UpdateToast() {
  const text = useText()
  const isReady = useStore(serviceWorkerClient.newVersion) !== null
  const [isPutAway, setPutAway] = useState(false)
  return (
    <div className="toast-place" role="status">
      {isReady && !isPutAway ? (
        <div className="toast toast-news">
          <Icon name="info" size="small" />
          <span>{text('app.update.ready')}</span>
          <button type="button" className="toast-action" onClick={() => serviceWorkerClient.startNewVersion()}>
            {text('app.update.reload')}
          </button>
          <button
            type="button"
            className="toast-close"
            aria-label={text('shell.actions.close')}
            onClick={() => setPutAway(true)}
          >
            <Icon name="x" size="small" />
          </button>
        </div>
      ) : null}
    </div>
  )
}
