import type { ApiData } from '@everkin/contract/api-types.ts'
import { useRouteLoaderData } from 'react-router'
import type { loader } from './root.tsx'

/** What the client may know of this deployment; null only on the page that says the frame could not be drawn. */
export function useSiteConfig(): ApiData<'GET /api/config'> | null {
  return useRouteLoaderData<typeof loader>('root')?.config ?? null
}
