import { useEffect, useRef, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { callApi } from '../../api/client.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import statesUrl from '../../ui/art/states.svg?no-inline'
import { LinkButton } from '../../ui/button.tsx'
import { Illustration } from '../../ui/empty-state.tsx'
import { Logo } from '../../ui/logo.tsx'
import { clearPageCache } from '../page-data-cache.ts'
import { pageMeta } from '../page-meta.ts'
import { pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'
import '../offline/offline-page.css'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export function loader(args: LoaderFunctionArgs) {
  const { text, texts, title } = pageTools(args, ['protection.result'])
  return { texts, title: title(text('protection.result.title')) }
}

export const meta = pageMeta

/** Where the provider of age checks sends the browser back: the result is read once, by the session that asked. */
export default function AgeCheckPage() {
  useLoaderData<typeof loader>()
  const text = useText()
  const locale = useLocale()
  const [outcome, setOutcome] = useState<'reading' | 'adult' | 'under18' | 'failed'>('reading')
  const hasBegun = useRef(false)

  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    const query = new URLSearchParams(window.location.search)
    // The code is worth nothing without this session, and still need not stay in the address.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    const { state, code, iss } = Object.fromEntries(query)
    if (!state || !code) return setOutcome('failed')
    callApi('POST /api/account/finishAgeCheck', { body: { state, code, ...(iss && { iss }) } }).then(
      (person) => {
        clearPageCache()
        setOutcome(person.teen ? 'under18' : 'adult')
      },
      () => setOutcome('failed'),
    )
  }, [])

  return (
    <div className="house-page">
      <span className="brand">
        <Logo />
        Everkin
      </span>
      {outcome === 'failed' ? <Illustration url={statesUrl} symbol="error" /> : null}
      <h1 className="title-1">{text(`protection.result.${outcome === 'failed' ? 'failedTitle' : 'title'}`)}</h1>
      <p role="status" className="muted">
        {text(`protection.result.${outcome}`)}
      </p>
      {outcome === 'reading' ? null : (
        // The whole document again: what the reader may see has changed.
        <LinkButton to={pathTo('set', locale)} variant="primary" reloadDocument>
          {text('protection.result.settings')}
        </LinkButton>
      )}
    </div>
  )
}
