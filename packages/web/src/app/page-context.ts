import type { ApiCall, ApiData, ApiQuery } from '@everkin/contract/api-types.ts'
import type { Appearance } from '@everkin/contract/appearance.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import type { User } from '@everkin/contract/types.ts'
import { createContext } from 'react-router'

/** What the server provides to a page while rendering: the reader, their language, and access to the data. */
export interface PageContext {
  locale: Locale
  person: User | null
  /** The guest of a browser where nobody is signed in. */
  guest: ApiData<'GET /api/guest/info'>['guest']
  /** Nonce of this response's content security policy. */
  nonce: string
  /** The reader's time zone, as their browser last reported it; null while unknown. */
  timeZone: string | null
  /** The reader's appearance settings on this device. */
  look: Appearance
  config: ApiData<'GET /api/config'>
  /** The texts of these domains in the reader's language, with English as the fallback. */
  texts: (domains: string[]) => Record<string, unknown>
  /** Calls the API in process as this reader; throws an error with a `code` like the API's own. */
  call<C extends ApiCall>(call: C, input?: { query?: ApiQuery<C> }): Promise<ApiData<C>>
  /** Whether the server and its database can answer requests now. */
  isReady(): Promise<boolean>
  /** True when rendered in place of a page that cannot be loaded: its only script redirects to the waiting page. */
  isStandIn: boolean
  /** Public origin of the site, without a trailing slash. */
  rootUrl: string
}

/** Key under which the server passes the context. Both sides must import this same object. */
export const pageContext = createContext<PageContext>()
