/** The choices of a page that shows the shelves, all of them in its address. */
export interface ExploreQuery {
  show: 'characters' | 'groups'
  q: string
  tag: string
  sort: 'for_you' | 'popular' | 'new'
  cursor: string
  /** Of a page for this kind alone: its address need not name it. */
  isFixed?: true
}

/** How many come at once: rows of books that are full in every width; a story is as large as four of those. */
export const PAGE_SIZES = { characters: 24, groups: 6 } as const

const SORTS = ['for_you', 'popular', 'new'] as const

/** Reads the choices from an address; whatever makes no sense there becomes the first choice. */
export function readExploreQuery(params: URLSearchParams, only?: ExploreQuery['show']): ExploreQuery {
  return {
    show: only ?? (params.get('show') === 'groups' ? 'groups' : 'characters'),
    ...(only && { isFixed: true }),
    q: (params.get('q') ?? '').trim().slice(0, 100),
    tag: (params.get('tag') ?? '').slice(0, 100),
    sort: SORTS.find((sort) => sort === params.get('sort')) ?? 'for_you',
    cursor: (params.get('cursor') ?? '').slice(0, 512),
  }
}

/** The address of a choice: `change` over what is chosen now, first choices left out, the endless list at its start. */
export function exploreAddress(path: string, query: ExploreQuery, change: Partial<ExploreQuery>): string {
  const next = { ...query, cursor: '', ...change }
  const params = new URLSearchParams()
  if (!next.isFixed && next.show !== 'characters') params.set('show', next.show)
  if (next.q) params.set('q', next.q)
  if (next.tag) params.set('tag', next.tag)
  if (next.sort !== 'for_you') params.set('sort', next.sort)
  if (next.cursor) params.set('cursor', next.cursor)
  return params.size > 0 ? `${path}?${params}` : path
}

/** Whether the page shows its front (greeting, feature, stories) and not the answer to a choice. */
export function isFrontPage(query: ExploreQuery): boolean {
  return query.show === 'characters' && !query.q && !query.tag && !query.cursor && query.sort === 'for_you'
}
