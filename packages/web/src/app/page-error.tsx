import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ApiError } from '../api/call.ts'
import { useLocale, useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { pathTo } from './paths.ts'

/** What a page shows in its place when it is not there or fails: status, message, a way on. */
export function PageError() {
  const error = useRouteError()
  const text = useText()
  if (isUnreachable(error)) return <Failure message={text('errors.network')} />
  const status = isRouteErrorResponse(error) ? error.status : 500
  return status === 404 ? <NotFound /> : <Failure status={status} message={messageOf(error)} />
}

export function NotFound() {
  const text = useText()
  const locale = useLocale()
  return (
    <div className="full-page">
      <EmptyState
        figure="404"
        heading="h1"
        title={text('shell.notFound.title')}
        hint={text('shell.notFound.hint')}
        action={
          <LinkButton to={pathTo('index', locale)} look="quiet">
            {text('shell.notFound.back')}
          </LinkButton>
        }
      />
    </div>
  )
}

function Failure({ status, message }: { status?: number; message: string | null }) {
  const text = useText()
  return (
    <div className="full-page">
      <EmptyState
        figure={status?.toString()}
        heading="h1"
        title={text('shell.error.title')}
        hint={message ?? text('errors.internal')}
        action={
          <Button look="primary" onClick={() => window.location.reload()}>
            {text('shell.actions.retry')}
          </Button>
        }
      />
    </div>
  )
}

/** No reply came: fetching the page's data or its script failed in the browser, which knows only TypeErrors for that. */
function isUnreachable(error: unknown): boolean {
  return typeof window !== 'undefined' && (!navigator.onLine || error instanceof TypeError)
}

/** The words to show: those of the API, which are made to be shown, and no others. */
function messageOf(error: unknown): string | null {
  if (error instanceof ApiError) return error.message
  if (!isRouteErrorResponse(error)) return null
  const { data } = error
  return data !== null && typeof data === 'object' && 'message' in data && typeof data.message === 'string'
    ? data.message
    : null
}
