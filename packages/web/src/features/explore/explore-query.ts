/** The filters of a page with shelves, all of them in its address. */
export interface ExploreQuery {
  show: 'characters' | 'groups'
  q: string
  tag: string
  /** Of characters; empty for any. */
  gender: Gender | ''
  sort: 'for_you' | 'popular' | 'new'
  cursor: string
  /** On a page with a fixed kind, which its address does not contain. */
  isFixed?: true
}

/** Page sizes that fill complete rows at every width; a story is as large as four books. */
export const PAGE_SIZES = { characters: 24, groups: 6 } as const

export const GENDERS = ['female', 'male', 'other'] as const

type Gender = (typeof GENDERS)[number]

const SORTS = ['for_you', 'popular', 'new'] as const

/** Parses the filters of an address; invalid values become defaults. */
export function readExploreQuery(params: URLSearchParams, only?: ExploreQuery['show']): ExploreQuery {
  const show = only ?? (params.get('show') === 'groups' ? 'groups' : 'characters')
  return {
    show,
    ...(only && { isFixed: true }),
    q: (params.get('q') ?? '').trim().slice(0, 100),
    tag: (params.get('tag') ?? '').slice(0, 100),
    gender: (show === 'characters' && GENDERS.find((gender) => gender === params.get('gender'))) || '',
    sort: SORTS.find((sort) => sort === params.get('sort')) ?? 'for_you',
    cursor: (params.get('cursor') ?? '').slice(0, 512),
  }
}

/** The address with `change` applied to the current filters, without defaults and without the list's cursor. */
export function exploreAddress(path: string, query: ExploreQuery, change: Partial<ExploreQuery>): string {
  const next = { ...query, cursor: '', ...change }
  const params = new URLSearchParams()
  if (!next.isFixed && next.show !== 'characters') params.set('show', next.show)
  if (next.q) params.set('q', next.q)
  if (next.tag) params.set('tag', next.tag)
  if (next.gender) params.set('gender', next.gender)
  if (next.sort !== 'for_you') params.set('sort', next.sort)
  if (next.cursor) params.set('cursor', next.cursor)
  return params.size > 0 ? `${path}?${params}` : path
}

/** Whether the page shows its front (greeting, feature, stories) rather than results. */
export function isFrontPage(query: ExploreQuery): boolean {
  return (
    query.show === 'characters' && !query.q && !query.tag && !query.gender && !query.cursor && query.sort === 'for_you'
  )
}
