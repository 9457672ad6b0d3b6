import { shelvedCards, shelvedStories } from '../features/explore/shelf.ts'
import type { PageContext } from './page-context.ts'

/** How much of each list the page opens with. */
const FIRST = { characters: 8, groups: 4, ledger: 8 }

/** What the page of the profile shows beside the person; each list goes on from the cursor that the address names. */
export async function loadMe(context: PageContext, params: URLSearchParams) {
  const from = (list: keyof typeof FIRST) => ({ cursor: params.get(list) ?? undefined, limit: FIRST[list] })
  const [characters, groups, ledger] = await Promise.all([
    context.call('GET /api/user/favourites', { query: { type: 'single', ...from('characters') } }),
    context.call('GET /api/user/favourites', { query: { type: 'multiple', ...from('groups') } }),
    context.call('GET /api/user/ledger', { query: from('ledger') }),
  ])
  return {
    characters: { items: shelvedCards(characters.list), next: characters.next_cursor },
    groups: { items: shelvedStories(groups.list), next: groups.next_cursor },
    ledger: { items: ledger.list, next: ledger.next_cursor },
  }
}
