import { escapeMarkup } from '@everkin/contract/escape-markup.ts'
import { LOCALE_CODES } from '@everkin/contract/locales.ts'
import type { LoaderFunctionArgs } from 'react-router'
import { type PageContext, pageContext } from '../page-context.ts'
import { PAGE_NAMES, type PageName, pageNamed, pathInLocale, pathTo } from '../paths.ts'

/** Maximum number of cards of each kind, newest first; crawlers find older ones through links. */
const MAX_CARDS = 1_000
const PAGE_SIZE = 100

/** Lists the public pages and the newest public cards in every language (sitemaps.org, with language alternates). */
export async function loader({ context }: LoaderFunctionArgs): Promise<Response> {
  const page = context.get(pageContext)
  const [characters, groups] = await Promise.all([
    listNewestIds((cursor) =>
      page.call('GET /api/chat.Single/cardList', { query: { sort: 'new', limit: PAGE_SIZE, cursor } }),
    ),
    listNewestIds((cursor) =>
      page.call('GET /api/chat.Multiple/cardList', { query: { sort: 'new', limit: PAGE_SIZE, cursor } }),
    ),
  ])
  const paths = [
    ...PAGE_NAMES.filter(isForSearchEngines).map((name) => pathTo(name, 'en')),
    ...characters.map((id) => pathTo('card', 'en', { id })),
    ...groups.map((id) => pathTo('group', 'en', { id })),
  ]
  return new Response(renderSitemap(paths, page), {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}

function isForSearchEngines(name: PageName): boolean {
  const { guarded, unlisted, canonical, path } = pageNamed(name)
  return !guarded && !unlisted && !canonical && !path.includes(':')
}

interface CardPage {
  list: { id: string }[]
  next_cursor: string | null
}

async function listNewestIds(load: (cursor: string | undefined) => Promise<CardPage>): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const { list, next_cursor } = await load(cursor)
    ids.push(...list.map(({ id }) => id))
    cursor = next_cursor ?? undefined
  } while (cursor && ids.length < MAX_CARDS)
  return ids
}

function renderSitemap(paths: readonly string[], { rootUrl }: Pick<PageContext, 'rootUrl'>): string {
  const address = (path: string) => escapeMarkup(rootUrl + path)
  const entries = paths.flatMap((path) => {
    const alternates = [
      ...LOCALE_CODES.map((code) => alternate(code, address(pathInLocale(path, code)))),
      alternate('x-default', address(path)),
    ].join('')
    return LOCALE_CODES.map((code) => `<url><loc>${address(pathInLocale(path, code))}</loc>${alternates}</url>`)
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n')
}

function alternate(language: string, href: string): string {
  return `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`
}
