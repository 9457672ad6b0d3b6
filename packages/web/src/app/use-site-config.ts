import type { ApiData } from '@everkin/contract/api-types.ts'
import { useRouteLoaderData } from 'react-router'

/** The part of the root's data that `useSiteConfig` reads. */
interface RootData {
  config: ApiData<'GET /api/config'>
}

/** Public settings of this deployment; null only on the page that reports that the root failed to load. */
export function useSiteConfig(): ApiData<'GET /api/config'> | null {
  return (useRouteLoaderData('root') as RootData | undefined)?.config ?? null // typed by the root's loader
}
