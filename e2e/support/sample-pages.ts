import type { Locale } from '@everkin/contract/locales.ts'
import { PAGE_NAMES, type PageName, pageNamed, pathTo } from '@everkin/web/app/paths.ts'

/** Parameters of a page's URL that show it with content; the library has these cards. */
const SAMPLES: Partial<Record<PageName, { params?: Record<string, string>; query?: Record<string, string> }>> = {
  card: { params: { id: 'ilse' } },
  group: { params: { id: 'midnight-bakery' } },
  chat: { query: { card_id: 'ilse' } },
  checkout: { query: { product: 'coins-500' } },
}

for (const name of PAGE_NAMES) {
  if (pageNamed(name).path.includes(':') && !SAMPLES[name]?.params) throw new Error(`no sample for the page ${name}`)
}

/** The URL of a page in a language, with an existing card where it needs one. */
export function sampleAddress(name: PageName, locale: Locale): string {
  return pathTo(name, locale, SAMPLES[name]?.params, SAMPLES[name]?.query)
}
