import { DEFAULT_LOCALE, LOCALE_CODES, LOCALES, type Locale, localeOfPath } from '@everkin/contract/locales.ts'
import { sharePictureOf } from '@everkin/contract/stored-pictures.ts'
import type { MetaDescriptor } from 'react-router'
import { canonicalPathOf, pageAt, pageNamed, pathInLocale } from './paths.ts'

/** Metadata that a page's loader may return. */
interface PageData {
  title?: string
  description?: string
  /** Picture for share previews: a path on this site. Defaults to the picture of the site. */
  picture?: SharePicture | null
  /** True if search engines must not index the page, although everyone may open it. */
  unlisted?: boolean
  /** True for an unlisted page with an address for sharing: it has a share preview all the same. */
  isSent?: boolean
}

interface SharePicture {
  path: string
  /** Alternative text. */
  alt: string
}

interface MetaArgs {
  loaderData?: unknown
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
  location: { pathname: string }
}

/** A card's own picture for share previews; null if it is not hosted here. */
export function cardPicture(url: string | null, name: string): SharePicture | null {
  const path = sharePictureOf(url)
  return path ? { path, alt: name } : null
}

/** The site's picture, made by `commands/build-pictures.ts` from the drawing in `library/brand`. */
const DEFAULT_PICTURE = '/pictures/share/everkin.png'

/**
 * `export const meta = pageMeta`: the title and description from the loader, the canonical address, links to the page
 * in other languages, and the share preview.
 */
export function pageMeta({ loaderData, matches, location }: MetaArgs): MetaDescriptor[] {
  const page: PageData = loaderData !== null && typeof loaderData === 'object' ? loaderData : {}
  const title = page.title ?? 'Everkin'
  const own: MetaDescriptor[] = [
    { title },
    ...(page.description ? [{ name: 'description', content: page.description }] : []),
  ]
  const name = pageAt(location.pathname)
  if (!name) return [...own, { name: 'robots', content: 'noindex' }]
  const { guarded, unlisted, metaTitle } = pageNamed(name)
  if (metaTitle) own.push({ name: 'page', content: metaTitle })
  const siteUrl = siteUrlOf(matches)
  const locale = localeOfPath(location.pathname)
  if (guarded || unlisted || page.unlisted) {
    const hidden = [...own, { name: 'robots', content: 'noindex' }]
    return page.isSent ? [...hidden, ...sharePreview(siteUrl, null, locale, title, page)] : hidden
  }
  const path = canonicalPathOf(location.pathname)
  return [...own, ...languageLinks(siteUrl, path, locale), ...sharePreview(siteUrl, path, locale, title, page)]
}

function siteUrlOf(matches: MetaArgs['matches']): string {
  const root = matches.find((match) => match?.id === 'root')?.loaderData
  if (root === null || typeof root !== 'object' || !('siteUrl' in root)) return ''
  return String(root.siteUrl)
}

/** `x-default` is English, which has no prefix. */
function languageLinks(siteUrl: string, path: string, locale: Locale): MetaDescriptor[] {
  const link = (rel: string, href: string, hrefLang?: string) => ({
    tagName: 'link',
    rel,
    href: siteUrl + href,
    hrefLang,
  })
  return [
    link('canonical', pathInLocale(path, locale)),
    ...LOCALE_CODES.map((code) => link('alternate', pathInLocale(path, code), code)),
    link('alternate', pathInLocale(path, DEFAULT_LOCALE), 'x-default'),
  ]
}

/** Without a path the preview has no address: crawlers then use the one that was shared, including its query. */
function sharePreview(
  siteUrl: string,
  path: string | null,
  locale: Locale,
  title: string,
  page: PageData,
): MetaDescriptor[] {
  const { picture } = page
  return [
    { property: 'og:site_name', content: 'Everkin' },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    ...(page.description ? [{ property: 'og:description', content: page.description }] : []),
    ...(path === null ? [] : [{ property: 'og:url', content: siteUrl + pathInLocale(path, locale) }]),
    { property: 'og:locale', content: openGraphLocale(locale) },
    { property: 'og:image', content: siteUrl + (picture?.path ?? DEFAULT_PICTURE) },
    { property: 'og:image:alt', content: picture?.alt ?? 'Everkin' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

/** Open Graph uses language and territory (`pt_BR`); the language alone where our code has no territory. */
function openGraphLocale(locale: Locale): string {
  const { language, region } = new Intl.Locale(LOCALES[locale].intl)
  return region ? `${language}_${region}` : (language ?? locale)
}
