import { shelvedCards, shelvedStories } from '../features/explore/shelf.ts'
import type { LedgerFilter } from '../features/wallet/ledger.tsx'
import type { PageContext } from './page-context.ts'

/** How much of each list the page opens with. */
const FIRST = { characters: 8, groups: 4, ledger: 8 }

/** Invitations that are worth looking at: those of the last days. */
const SENT = 5

/** Of which asset the address wants movements; anything else means both. */
function readFilter(params: URLSearchParams): LedgerFilter {
  const asset = params.get('asset')
  return asset === 'coin' || asset === 'message' ? asset : null
}

/** What the page of the profile shows beside the person; each list goes on from the cursor that the address names. */
export async function loadMe(context: PageContext, params: URLSearchParams) {
  const from = (list: keyof typeof FIRST) => ({ cursor: params.get(list) ?? undefined, limit: FIRST[list] })
  const shown = readFilter(params)
  const [characters, groups, ledger, sent] = await Promise.all([
    context.call('GET /api/user/favourites', { query: { type: 'single', ...from('characters') } }),
    context.call('GET /api/user/favourites', { query: { type: 'multiple', ...from('groups') } }),
    context.call('GET /api/user/ledger', { query: { ...from('ledger'), ...(shown && { asset: shown }) } }),
    context.call('GET /api/invitation/list', { query: { limit: SENT } }),
  ])
  return {
    characters: { items: shelvedCards(characters.list), next: characters.next_cursor },
    groups: { items: shelvedStories(groups.list), next: groups.next_cursor },
    sent: sent.list,
    ledger: { items: ledger.list, next: ledger.next_cursor, shown },
  }
}
