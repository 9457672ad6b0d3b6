import type { ApiData } from '@everkin/contract/api-types.ts'
import { useRouteLoaderData } from 'react-router'

/** The part of the root's data that `useSiteConfig` reads; the root's loader gives it. */
interface RootData {
  config: ApiData<'GET /api/config'>
}

/** What the client may know of this deployment; null only on the page that says the frame could not be drawn. */
export function useSiteConfig(): ApiData<'GET /api/config'> | null {
  return (useRouteLoaderData('root') as RootData | undefined)?.config ?? null // the root's loader is typed to give it
}
