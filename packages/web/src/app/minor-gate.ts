import { useEffect } from 'react'
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useRouteLoaderData } from 'react-router'
import type { Help } from '../features/safety/use-local-help.ts'
import { placeName } from '../i18n/place-name.ts'
import { useLocale } from '../i18n/use-text.ts'
import { keepData, keptData } from './offline-pages.ts'
import { pageContext } from './page-context.ts'
import { textsFor } from './page-texts.ts'

/** Sent only to somebody who is not let in: other pages cannot count on these. */
const GATE_TEXTS = ['safety.under18', 'safety.crisis.lines', 'safety.help', 'personal-data.copy'] as const

const NO_HELP: Help = { emergency: null, lines: [], country: null, countries: [], checked: '' }

/**
 * Data of a frame: for someone whose profile says "Under 18" in a house for adults (safety policy A5) the help lines and
 * words of the page they get instead; for everyone else nothing.
 */
export async function minorGateLoader({ context }: LoaderFunctionArgs) {
  const page = context.get(pageContext)
  const isClosed = page.config.audience === 'adults' && page.person?.age_scope === 1
  if (!isClosed) return { closed: null, texts: {} }
  const help = await page.call('GET /api/safety/helpLines').catch(() => NO_HELP)
  const texts = textsFor(page, GATE_TEXTS)
  const places = Object.fromEntries(help.countries.map((code) => [code, placeName(code, page.locale)]))
  return { closed: { help, places }, texts }
}

/** What is kept of an open gate; a closed one is always asked again. */
const OPEN = 'minor gate'

/** Going on within the document asks no more: the answer changes with the reader alone, and then all is let go of. */
export async function minorGateClientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  type Gate = Awaited<ReturnType<typeof minorGateLoader>>
  return keptData<Gate>(OPEN) ?? ((await serverLoader<typeof minorGateLoader>()) as Gate)
}

/** What the gate found for the frame with this id, or null where the house is open. */
export function useMinorGate(frame: 'main' | 'rail') {
  const gate = useRouteLoaderData<typeof minorGateLoader>(`frame-${frame}___${useLocale()}`)
  useEffect(() => {
    if (gate?.closed === null && keptData(OPEN) !== gate) keepData(OPEN, gate)
  }, [gate])
  return gate?.closed ?? null
}
