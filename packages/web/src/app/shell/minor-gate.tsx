import { lazy, Suspense, useEffect } from 'react'
import {
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  Outlet,
  useLocation,
  useRouteLoaderData,
} from 'react-router'
import type { Help } from '../../features/safety/use-local-help.ts'
import { countryName } from '../../i18n/country-name.ts'
import { useLocale } from '../../i18n/use-text.ts'
import { pageContext } from '../page-context.ts'
import { cachePageData, getCachedData } from '../page-data-cache.ts'
import { textsFor } from '../page-texts.ts'
import { orFallback } from '../page-tools.ts'
import { type PageName, pageAt } from '../paths.ts'
import type { MinorHelp } from './minor-page.tsx'
import { PlainHeader } from './plain-header.tsx'

/** Sent only when the gate is closed, so other pages must not rely on these. */
const GATE_TEXTS = [
  'safety.under18',
  'safety.crisis.lines',
  'safety.help',
  'personal-data.copy',
  'protection.suspected',
  'protection.check',
] as const

const PROTECTION_TEXTS = ['protection.mode', 'protection.closed'] as const

const NO_HELP: Help = { emergency: null, lines: [], country: null, countries: [], checked: '' }

/**
 * Loads help lines and texts for a minor, also a suspected one, on a site for adults (A5, A6). Where teens
 * are served, loads the state of the protected mode for them. Everyone else gets no data.
 */
export async function minorGateLoader({ context }: LoaderFunctionArgs) {
  const page = context.get(pageContext)
  const isClosed = page.config.audience === 'adults' && page.person?.teen === true
  if (!isClosed) {
    const status = page.person?.teen ? await orFallback(page.call('GET /api/user/protection'), null) : null
    if (!status) return { closed: null, protection: null, texts: {} }
    return { closed: null, protection: status, texts: textsFor(page, PROTECTION_TEXTS) }
  }
  const isSuspected = page.person?.age_scope !== 1
  const [help, check] = await Promise.all([
    orFallback(page.call('GET /api/safety/helpLines'), NO_HELP),
    orFallback(page.call('GET /api/account/ageCheck'), null),
  ])
  const texts = textsFor(page, GATE_TEXTS)
  const places = Object.fromEntries(help.countries.map((code) => [code, countryName(code, page.locale)]))
  return { closed: { help, places, isSuspected, provider: check?.provider ?? null }, protection: null, texts }
}

/** Key of a cached open gate; a closed one is never cached. */
const OPEN = 'minor gate'

/**
 * Does not ask again during navigation: the answer only changes with the reader, and then the page cache is cleared.
 */
export async function minorGateClientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  type Gate = Awaited<ReturnType<typeof minorGateLoader>>
  return getCachedData<Gate>(OPEN) ?? ((await serverLoader<typeof minorGateLoader>()) as Gate)
}

/** The result of the gate for the layout with this id, or null if the gate is open. */
export function useMinorGate(frame: 'main' | 'rail') {
  const gate = useRouteLoaderData<typeof minorGateLoader>(`frame-${frame}___${useLocale()}`)
  useEffect(() => {
    // What is closed to a teen changes with the hour.
    if (gate?.closed === null && !gate.protection && getCachedData(OPEN) !== gate) cachePageData(OPEN, gate)
  }, [gate])
  return gate?.closed ?? null
}

/** The state of the protected mode, for a teen. */
export const useProtection = () =>
  useRouteLoaderData<typeof minorGateLoader>(`frame-main___${useLocale()}`)?.protection ?? null

// Loaded on demand: this layout is part of every page, and almost no reader needs it.
const MinorPage = lazy(async () => ({ default: (await import('./minor-page.tsx')).MinorPage }))

/** Pages with texts for everyone, and the contact pages. */
const STILL_OPEN: PageName[] = [
  'safety',
  'PrivacyPolicy',
  'TermsofUse',
  'linkverse-privacy',
  'linkverse-terms',
  'soulcardprivacy',
  'soulcardtos',
]

/** The whole site for someone under 18 on a site for adults: no shop, no switch, no chat; only help and sign-out. */
export function MinorFrame({ closed }: { closed: MinorHelp }) {
  const page = pageAt(useLocation().pathname)
  return (
    <>
      <PlainHeader />
      <main className="main" id="main" tabIndex={-1}>
        {page && STILL_OPEN.includes(page) ? (
          <Outlet />
        ) : (
          <Suspense fallback={null}>
            <MinorPage {...closed} />
          </Suspense>
        )}
      </main>
    </>
  )
}
