import { useEffect, useState } from 'react'
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useMounted } from '../../lib/use-mounted.ts'
import loadingRoomsUrl from '../../ui/art/loading-rooms.svg?no-inline'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Illustration } from '../../ui/empty-state.tsx'
import { Logo } from '../../ui/logo.tsx'
import { useServerReady } from '../offline/use-server-ready.ts'
import '../offline/offline-page.css'
import { pageMeta } from '../page-meta.ts'
import { pageTools } from '../page-tools.ts'
import { pathTo, safeNext } from '../paths.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

/** After this time a retry button is shown. */
const OFFER_RETRY_AFTER_MS = 10_000

/** With `wait` it renders as waiting even if the server is ready: as a fallback, and for the service worker's cache. */
export async function loader(args: LoaderFunctionArgs) {
  const { context, locale, text, texts, title } = pageTools(args, [
    'app.server',
    'pages.loadingServer',
    'shell.notFound.back',
    'shell.actions.retry',
  ])
  const query = new URL(args.request.url).searchParams
  const isReady = !query.has('wait') && (await context.isReady())
  if (isReady && query.has('next')) throw redirect(safeNext(query.get('next'), locale))
  return { isReady, texts, title: title(text(isReady ? 'app.server.ready' : 'pages.loadingServer.title')) }
}

export const meta = pageMeta

/** Shown while the server starts or is under maintenance; returns to the previous page automatically. */
export default function LoadingServerPage() {
  const initial = useLoaderData<typeof loader>()
  const text = useText()
  const locale = useLocale()
  const [isReady, setReady] = useState(initial.isReady)
  useServerReady(!isReady, () => {
    const next = new URLSearchParams(window.location.search).get('next')
    if (next === null) setReady(true)
    else window.location.replace(safeNext(next, locale))
  })
  return (
    <div className="house-page">
      <span className="brand">
        <Logo />
        Everkin
      </span>
      {isReady ? (
        <span className="windows windows-large windows-all" aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
      ) : (
        <Illustration url={loadingRoomsUrl} />
      )}
      <div role="status">
        <h1 className="title-1">{isReady ? text('app.server.ready') : text('pages.loadingServer.title')}</h1>
      </div>
      {isReady ? (
        <LinkButton to={pathTo('index', locale)} variant="primary">
          {text('shell.notFound.back')}
        </LinkButton>
      ) : (
        <>
          <p className="muted">{text('app.server.hint')}</p>
          <Retry />
        </>
      )}
    </div>
  )
}

/** Without JavaScript the page reloads automatically; with it a retry button appears after a while. */
function Retry() {
  const text = useText()
  const isMounted = useMounted()
  const [isOffered, setOffered] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setOffered, OFFER_RETRY_AFTER_MS, true)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="house-retry">
      {isOffered ? (
        <Button variant="quiet" onClick={() => window.location.reload()}>
          {text('shell.actions.retry')}
        </Button>
      ) : null}
      {isMounted ? null : (
        <noscript>
          <meta httpEquiv="refresh" content="10" />
        </noscript>
      )}
    </div>
  )
}
