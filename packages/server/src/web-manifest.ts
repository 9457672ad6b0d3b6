import { DEFAULT_LOCALE, isLocale, LOCALES, type Locale } from '@everkin/contract/locales.ts'
import type { Translate } from '@everkin/contract/translate.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from './platform/app-error.ts'
import type { Texts } from './platform/texts.ts'

/** The canvas of the base theme (`--ek-page`): the colour shown before a page has been rendered. */
const PAGE_COLOUR = '#1b1119'

/**
 * The W3C Web Application Manifest in one language, whose prefix is the app's start URL and scope. All languages have the
 * same id, so that a device treats them as one app.
 */
function webManifest(locale: Locale, text: Translate): Record<string, unknown> {
  const prefix = locale === DEFAULT_LOCALE ? '' : `/${locale}`
  const icon = (file: string, size: number, purpose?: string) => ({
    src: `/pictures/app/${file}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    ...(purpose && { purpose }),
  })
  const shortcut = (name: string, url: string) => ({ name, url, icons: [icon('192', 192)] })
  return {
    id: '/',
    name: 'Everkin',
    short_name: 'Everkin',
    description: text('app.description'),
    lang: locale,
    dir: LOCALES[locale].direction,
    start_url: prefix || '/',
    scope: prefix || '/',
    display: 'standalone',
    theme_color: PAGE_COLOUR,
    background_color: PAGE_COLOUR,
    categories: ['entertainment', 'social'],
    icons: [icon('192', 192), icon('512', 512), icon('maskable-512', 512, 'maskable')],
    shortcuts: [
      shortcut(text('shell.tabs.explore'), prefix || '/'),
      shortcut(text('shell.tabs.chat'), `${prefix}/chathistory`),
    ],
  }
}

/** `/manifest/<locale>.webmanifest`, linked by every page of that language. */
export function bindWebManifests(app: FastifyInstance, texts: Texts): void {
  app.get<{ Params: { locale: string } }>('/manifest/:locale.webmanifest', async (request, reply) => {
    const { locale } = request.params
    if (!isLocale(locale)) throw new AppError('NotFound')
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(webManifest(locale, texts.translate(locale)))
  })
}
