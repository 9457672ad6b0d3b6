import { ERRORS } from '@everkin/contract/errors.ts'
import { useEffect } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { isApiError } from '../api/api-error.ts'
import { RichText, slot } from '../i18n/rich-text.tsx'
import { useLocale, useText } from '../i18n/use-text.ts'
import { readTabItem, writeTabItem } from '../lib/tab-storage.ts'
import statesUrl from '../ui/art/states.svg?no-inline'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState, Illustration } from '../ui/empty-state.tsx'
import { pathTo } from './paths.ts'

/** Shown in place of a page that does not exist or failed: status, message, and a link to continue. */
export function PageError() {
  const error = useRouteError()
  if (isUnreachable(error)) return <Unreachable />
  const failure = parseFailure(error)
  return failure.status === 404 ? <NotFound /> : <Failed {...failure} />
}

export function NotFound() {
  const text = useText()
  return (
    <div className="full-page">
      <EmptyState
        picture={<Illustration url={statesUrl} symbol="not-found" />}
        above={text('shell.error.status', { status: 404 })}
        heading="h1"
        title={text('shell.notFound.title')}
        hint={text('shell.notFound.hint')}
        action={<Home />}
      />
    </div>
  )
}

function Failed({ status, message, reference }: Failure) {
  const text = useText()
  return (
    <div className="full-page">
      <EmptyState
        picture={<Illustration url={statesUrl} symbol="error" />}
        above={text('shell.error.status', { status })}
        heading="h1"
        title={text('shell.error.title')}
        // The API's message names request fields, which a page does not have.
        hint={status === 400 ? text('shell.error.address') : (message ?? text('errors.internal'))}
        action={isTransient(status) ? <Reload /> : <Home />}
        below={
          reference ? (
            <RichText text={text('shell.error.reference', { id: slot('id') })} names={{ id: reference }} />
          ) : null
        }
      />
    </div>
  )
}

/**
 * Shown when the page's data cannot be loaded. Its document may be cached, and the service worker has an answer for
 * every page, so the document is loaded once. There is no picture, since it could not be fetched either.
 */
function Unreachable() {
  const text = useText()
  useEffect(() => {
    if (navigator.serviceWorker?.controller && !wasReloadedRecently()) window.location.reload()
  }, [])
  return (
    <div className="full-page">
      <EmptyState heading="h1" title={text('shell.error.title')} hint={text('errors.network')} action={<Reload />} />
    </div>
  )
}

const LAST_RELOAD_KEY = 'everkin-unreachable'
const RELOAD_INTERVAL_MS = 10_000

/** Also true if the time cannot be stored: otherwise the page would reload for ever. */
function wasReloadedRecently(): boolean {
  const [href, atMs] = readTabItem(LAST_RELOAD_KEY).split(' ')
  if (!writeTabItem(LAST_RELOAD_KEY, `${window.location.href} ${Date.now()}`)) return true
  return href === window.location.href && Date.now() - Number(atMs) < RELOAD_INTERVAL_MS
}

/** Whether the same address may succeed later. */
function isTransient(status: number): boolean {
  return status >= 500 || status === 429
}

function Home() {
  const text = useText()
  const locale = useLocale()
  return (
    <LinkButton to={pathTo('index', locale)} variant="quiet">
      {text('shell.notFound.back')}
    </LinkButton>
  )
}

function Reload() {
  const text = useText()
  return (
    <Button variant="primary" onClick={() => window.location.reload()}>
      {text('shell.actions.retry')}
    </Button>
  )
}

/** Whether no response arrived: when data or a script fails to load, browsers only throw a TypeError. */
function isUnreachable(error: unknown): boolean {
  return typeof window !== 'undefined' && (!navigator.onLine || error instanceof TypeError || isNetworkError(error))
}

function isNetworkError(error: unknown): boolean {
  return isApiError(error, 'Network')
}

interface Failure {
  status: number
  /** A message that is meant to be shown: only those of the API are. */
  message: string | null
  /** Identifies the failure in the server's log. */
  reference: string | null
}

function parseFailure(error: unknown): Failure {
  if (isApiError(error) && error.name !== 'Network') {
    return {
      status: ERRORS[error.name].http,
      message: error.message,
      reference: isApiError(error, 'Internal') ? (error.data?.request_id ?? null) : null,
    }
  }
  if (!isRouteErrorResponse(error)) return { status: 500, message: null, reference: null }
  return {
    status: error.status,
    message: stringField(error.data, 'message'),
    reference: stringField(error.data, 'reference'),
  }
}

function stringField(data: unknown, name: string): string | null {
  if (data === null || typeof data !== 'object' || !(name in data)) return null
  const value: unknown = Reflect.get(data, name)
  return typeof value === 'string' ? value : null
}
