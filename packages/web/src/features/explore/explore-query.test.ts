import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exploreAddress, GENDERS, isFrontPage, readExploreQuery } from './explore-query.ts'

const read = (search: string) => readExploreQuery(new URLSearchParams(search))

describe('readExploreQuery', () => {
  it('uses the default for invalid values', () => {
    expect(read('?show=dragons&sort=worst&gender=dragon&q=%20%20')).toEqual({
      show: 'characters',
      q: '',
      tag: '',
      gender: '',
      sort: 'for_you',
      cursor: '',
    })
  })

  it('has a gender for characters only', () => {
    expect(read('?gender=other').gender).toBe('other')
    expect(read('?show=groups&gender=other').gender).toBe('')
  })

  it('truncates what is too long for the server', () => {
    expect(read(`?q=${'x'.repeat(500)}`).q).toHaveLength(100)
  })
})

describe('the query of a page with a fixed kind', () => {
  const read = (search: string) => readExploreQuery(new URLSearchParams(search), 'groups')

  it('has that kind whatever the address says, and omits it from addresses', () => {
    expect(read('?show=characters&tag=cosy').show).toBe('groups')
    expect(exploreAddress('/groups', read('?tag=cosy&show=groups'), { sort: 'new' })).toBe('/groups?tag=cosy&sort=new')
    expect(exploreAddress('/groups', read('?q=rain'), { q: '' })).toBe('/groups')
  })
})

describe('exploreAddress', () => {
  it('changes one value, preserves the others and restarts the list', () => {
    const query = read('?q=ferry&tag=mystery&cursor=abc')
    expect(exploreAddress('/de', query, { sort: 'new' })).toBe('/de?q=ferry&tag=mystery&sort=new')
    expect(exploreAddress('/', read(''), {})).toBe('/')
  })

  it('can be parsed back', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('characters' as const, 'groups' as const),
        fc.constantFrom('for_you' as const, 'popular' as const, 'new' as const),
        fc.constantFrom('' as const, ...GENDERS),
        fc.string({ unit: 'grapheme', maxLength: 20 }),
        fc.string({ maxLength: 20 }),
        (show, sort, gender, q, cursor) => {
          const query = { show, sort, q: q.trim(), tag: '', gender: show === 'groups' ? ('' as const) : gender, cursor }
          const url = new URL(exploreAddress('/', query, { cursor }), 'http://everkin.test')
          expect(readExploreQuery(url.searchParams)).toEqual(query)
        },
      ),
    )
  })
})

it('distinguishes the front page from results', () => {
  expect(isFrontPage(read(''))).toBe(true)
  for (const search of ['?q=a', '?tag=cosy', '?gender=female', '?sort=new', '?show=groups', '?cursor=x']) {
    expect(isFrontPage(read(search))).toBe(false)
  }
})
