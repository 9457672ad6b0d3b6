import { DEFAULT_LOCALE, LOCALE_CODES, type Locale } from '@everkin/contract/locales.ts'
import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes'
import { PAGE_FILES } from './page-files.ts'
import { FRAMES, type Frame, PAGE_NAMES, type PageName, pageNamed, routeId } from './paths.ts'

const LAYOUTS: Record<Frame, string> = {
  main: 'layouts/main-layout.tsx',
  rail: 'layouts/rail-layout.tsx',
  campaign: 'layouts/campaign-layout.tsx',
  bare: 'layouts/bare-layout.tsx',
}

function pageRoute(name: PageName, locale: Locale): RouteConfigEntry {
  const { path } = pageNamed(name)
  const file = PAGE_FILES[name]
  const prefix = locale === DEFAULT_LOCALE ? '' : locale
  const full = [prefix, path.slice(1)].filter(Boolean).join('/')
  const options = { id: routeId(name, locale) }
  return full === '' ? index(`pages/${file}.tsx`, options) : route(full, `pages/${file}.tsx`, options)
}

function routesIn(locale: Locale): RouteConfigEntry[] {
  const notFoundPath = locale === DEFAULT_LOCALE ? '*' : `${locale}/*`
  const notFound = route(notFoundPath, 'pages/not-found-page.tsx', { id: `not-found___${locale}` })
  return FRAMES.map((frame) =>
    layout(LAYOUTS[frame], { id: `frame-${frame}___${locale}` }, [
      ...PAGE_NAMES.filter((name) => pageNamed(name).frame === frame).map((name) => pageRoute(name, locale)),
      ...(frame === 'main' ? [notFound] : []),
    ]),
  )
}

export default [
  route('robots.txt', 'site/robots.ts'),
  route('sitemap.xml', 'site/sitemap.ts'),
  ...LOCALE_CODES.flatMap(routesIn),
] satisfies RouteConfig
