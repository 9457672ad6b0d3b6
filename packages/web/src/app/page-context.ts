import type { ApiCall, ApiData, ApiQuery } from '@everkin/contract/api-types.ts'
import type { Appearance } from '@everkin/contract/appearance.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import type { User } from '@everkin/contract/types.ts'
import { createContext } from 'react-router'

/** What the server gives to a page while it is drawn: who reads, in which language, and the way to the data. */
export interface PageContext {
  locale: Locale
  person: User | null
  /** Of this reply's content security policy. */
  nonce: string
  /** True for what is drawn once for visitors in general and kept: nothing of one reader can be in it. */
  isForVisitors: boolean
  /** How the pages look on this device. */
  look: Appearance
  config: ApiData<'GET /api/config'>
  /** The texts of these domains in the reader's language, whatever is missing filled in from English. */
  texts: (domains: string[]) => Record<string, unknown>
  /** A call of the API within the process, as this reader; throws an error with `code` like the API's own. */
  call<C extends ApiCall>(call: C, input?: { query?: ApiQuery<C> }): Promise<ApiData<C>>
  /** Whether the server can answer everything just now, its database included. */
  isReady(): Promise<boolean>
  /** Drawn in place of a page that can not be had: it runs no script but one that leads to the waiting page. */
  isStandIn: boolean
  /** Origin under which the site is reached, without a slash at its end. */
  rootUrl: string
}

/** The key under which the server hands the context over: both sides must hold this very object. */
export const pageContext = createContext<PageContext>()
