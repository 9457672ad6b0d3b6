import type { ApiData } from '@everkin/contract/api-types.ts'
import { ORDER_FILTERS } from '@everkin/contract/desk-reasons.ts'

export type Details = ApiData<'GET /api/desk/order'>

const ORDERS_PER_PAGE = 50

/** What the list of orders shows, as it is in the page's address. */
export interface OrderQuery {
  q?: string
  filter?: (typeof ORDER_FILTERS)[number]
  since?: string
  until?: string
  cursor?: string
  limit: number
}

/** The filter in an address; a form sends its empty fields too, and they mean nothing. */
export function readFilter(address: URLSearchParams): OrderQuery {
  const query: OrderQuery = { limit: ORDERS_PER_PAGE }
  for (const name of ['q', 'since', 'until', 'cursor'] as const) {
    const value = address.get(name)
    if (value) query[name] = value
  }
  const filter = ORDER_FILTERS.find((one) => one === address.get('filter'))
  return filter ? { ...query, filter } : query
}

/** The filter as parameters of an address, without cursor and limit. */
export function addressOf({ cursor: _cursor, limit: _limit, ...query }: OrderQuery): Record<string, string> {
  return { ...query }
}
