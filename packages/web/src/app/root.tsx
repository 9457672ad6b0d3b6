import { DEFAULT_APPEARANCE } from '@everkin/contract/appearance.ts'
import { DEFAULT_LOCALE, LOCALES, type Locale, localeOfPath } from '@everkin/contract/locales.ts'
import type { TextTree } from '@everkin/contract/translate.ts'
import { type ReactNode, useEffect, useLayoutEffect, useMemo } from 'react'
import {
  Links,
  type LinksFunction,
  type LoaderFunctionArgs,
  Meta,
  type MiddlewareFunction,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useMatches,
  useRouteLoaderData,
} from 'react-router'
import { setNetworkErrorMessage } from '../api/api-error.ts'
import { unreadCounts } from '../features/chats/realtime/unread-counts.ts'
import { RenderClockContext } from '../i18n/reader-clock.ts'
import { createLanguage, LanguageContext, mergeTexts } from '../i18n/use-text.ts'
import { writeCookie } from '../lib/cookies.ts'
import { useDeviceAppearance } from '../lib/device-appearance.ts'
import { SessionProvider } from '../session/session.tsx'
import { orFallback } from './page-tools.ts'
import '../ui/styles/all.css'
import { ToastProvider } from '../ui/toast.tsx'
import { isDesktop } from './device-type.ts'
import { FontPreloads } from './font-preloads.tsx'
import { FRAME_TEXTS, PERSON_TEXTS } from './frame-texts.ts'
import { pageContext } from './page-context.ts'
import { clearPageCache, rootData } from './page-data-cache.ts'
import { PageError } from './page-error.tsx'
import { textsFor } from './page-texts.ts'
import { pathTo } from './paths.ts'
import { AccountDialogsOnDemand } from './shell/account-dialogs-on-demand.tsx'
import { CheckinHost } from './shell/checkin-button.tsx'
import { useBackOnlineToast } from './shell/offline-banner.tsx'
import { LoadingBar, SkipLink, usePageTransition } from './shell/page-transition.tsx'
import { DeviceEffects, RealtimeListener } from './shell/realtime-listener.tsx'
import { ServiceWorkerUpdates } from './shell/service-worker-updates.tsx'
import { useAnnouncement } from './shell/sign-out.tsx'
import { redirectToSignIn } from './sign-in-guard.ts'
import { ThemeColours } from './theme-colours.tsx'

export const middleware: MiddlewareFunction[] = [redirectToSignIn]

export async function loader({ context, request }: LoaderFunctionArgs) {
  const page = context.get(pageContext)
  // Pages work without these.
  const [unread, gift] = await Promise.all([
    page.person ? orFallback(page.call('GET /api/chat/unread'), null) : null,
    page.person ? orFallback(page.call('GET /api/user/checkinDue'), null) : null,
  ])
  return {
    locale: page.locale,
    standIn: page.isStandIn ? { nonce: page.nonce } : null,
    look: page.look,
    clock: page.timeZone === null ? null : { timeZone: page.timeZone, nowMs: Date.now() },
    person: page.person,
    unread,
    gift,
    config: page.config,
    siteUrl: page.rootUrl,
    isPc: isDesktop(request.headers.get('user-agent')),
    texts: textsFor(page, page.person ? [...FRAME_TEXTS, ...PERSON_TEXTS] : FRAME_TEXTS),
  }
}

/** Reloads the frame's data on request and after sign-in, but not for navigation. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.href === nextUrl.href || rootData.isStale()
}

export const links: LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/pictures/app/apple-touch-180.png' },
]

const ONE_YEAR_SECONDS = 31_536_000

/** The HTML document around pages and errors. */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const root = useRouteLoaderData<typeof loader>('root')
  const locale = root?.locale ?? localeOfPath(pathname)
  const look = useDeviceAppearance(root?.look ?? DEFAULT_APPEARANCE)
  return (
    <html
      lang={locale}
      dir={LOCALES[locale].direction}
      data-theme={look.theme === 'system' ? undefined : look.theme}
      data-size={look.size === 100 ? undefined : look.size}
      data-motion={look.motion === 'auto' ? undefined : look.motion}
      data-talk={look.talk === 'page' ? undefined : look.talk}
      data-lines={look.lines === 'usual' ? undefined : look.lines}
      // Removed by the deferOffscreenImages script, before or after hydration.
      data-pictures={import.meta.env.SSR && !root?.standIn ? 'in-view' : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <ThemeColours theme={look.theme} />
        <Meta />
        <FontPreloads locale={locale} />
        {/* In development there is a link whose nonce the browser does not know. */}
        <Links nonce={import.meta.env.DEV ? '' : undefined} />
        <link rel="manifest" href={`/manifest/${locale}.webmanifest`} />
        {root?.standIn ? <RedirectToWaitingPage locale={locale} nonce={root.standIn.nonce} /> : null}
      </head>
      <body>
        <Providers>{children}</Providers>
        {root?.standIn ? null : (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  )
}

/**
 * In a fallback document for a page that cannot be loaded: redirects to the waiting page, which returns here. Without
 * scripts the document reloads itself. (A template literal, since React would escape quotes.)
 */
function RedirectToWaitingPage({ locale, nonce }: { locale: Locale; nonce: string }) {
  const waiting = pathTo('loadingServer', locale)
  return (
    <>
      <script nonce={nonce}>
        {`location.replace(\`${waiting}?next=\${encodeURIComponent(location.href.slice(location.origin.length))}\`)`}
      </script>
      <noscript>
        <meta httpEquiv="refresh" content="10" />
      </noscript>
    </>
  )
}

function Providers({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  const locale = root?.locale ?? DEFAULT_LOCALE
  // Always three, as deep as the routes are: React does not notice a dependency that is added at the end.
  const [ofRoot = NO_TEXTS, ofFrame = NO_TEXTS, ofPage = NO_TEXTS] = useMatches().map((match) =>
    textsOf(match.loaderData),
  )
  const language = useMemo(
    () => createLanguage(locale, mergeTexts([ofRoot, ofFrame, ofPage])),
    [locale, ofRoot, ofFrame, ofPage],
  )
  // Listened to by the recordPreHydrationEvents script.
  useEffect(() => void dispatchEvent(new Event('alive')), [])
  return (
    <LanguageContext value={language}>
      <SessionProvider person={root?.person ?? null} isPc={root?.isPc ?? true} lang={locale}>
        <RenderClockContext value={root?.clock ?? null}>
          <ToastProvider>{children}</ToastProvider>
        </RenderClockContext>
      </SessionProvider>
    </LanguageContext>
  )
}

const NO_TEXTS: TextTree = {}

function textsOf(loaderData: unknown): TextTree {
  if (loaderData === null || typeof loaderData !== 'object' || !('texts' in loaderData)) return NO_TEXTS
  return loaderData.texts as TextTree // what a loader calls `texts` comes from textsFor
}

export default function App() {
  const root = useRouteLoaderData<typeof loader>('root')
  const { locale, texts, unread } = root ?? { locale: DEFAULT_LOCALE, texts: {}, unread: null }
  // In a layout effect, so that it runs before a page's effect starts the live connection, which asks for changes.
  useLayoutEffect(() => unreadCounts.reset(unread), [unread])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new root has just been loaded
  useLayoutEffect(rootData.loaded, [root])
  const reader = `${root?.person?.id} ${root?.person?.age_scope}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: clears when the reader or their age changes
  useLayoutEffect(clearPageCache, [reader])
  usePageTransition()
  useAnnouncement()
  useBackOnlineToast()
  useEffect(() => {
    // Addresses without a language (`/`, files that an element requests) use the language of the last page.
    writeCookie('i18n_redirected', locale, ONE_YEAR_SECONDS)
    // The server renders times in this zone from the next page on.
    writeCookie('time_zone', Intl.DateTimeFormat().resolvedOptions().timeZone, ONE_YEAR_SECONDS)
    setNetworkErrorMessage(createLanguage(locale, texts).text('errors.network'))
  }, [locale, texts])
  return (
    <>
      <SkipLink />
      <LoadingBar />
      <Outlet />
      <AccountDialogsOnDemand />
      <CheckinHost initial={root?.gift ?? null} />
      <DeviceEffects />
      <RealtimeListener />
      <ServiceWorkerUpdates />
    </>
  )
}

export function ErrorBoundary() {
  return (
    <main className="main" id="main">
      <PageError />
    </main>
  )
}
