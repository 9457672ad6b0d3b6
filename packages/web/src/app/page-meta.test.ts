import { LOCALE_CODES } from '@everkin/contract/locales.ts'
import { describe, expect, it } from 'vitest'
import { cardPicture, pageMeta } from './page-meta.ts'

const SITE = 'https://house.example'

function metaOf(pathname: string, loaderData: object = {}) {
  const matches = [{ id: 'root', loaderData: { siteUrl: SITE } }]
  return pageMeta({ loaderData: { title: 'A title', ...loaderData }, matches, location: { pathname } })
}

const linksOf = (pathname: string) =>
  metaOf(pathname).flatMap((entry) => ('rel' in entry ? [[entry.rel, entry.hrefLang, entry.href]] : []))

const contentOf = (entries: ReturnType<typeof metaOf>, property: string) =>
  entries.flatMap((entry) =>
    ('property' in entry && entry.property === property) || ('name' in entry && entry.name === property)
      ? [entry.content]
      : [],
  )

describe('pageMeta', () => {
  it('links the page in its own language and in every other one, with English as the default', () => {
    const links = linksOf('/ar/safety')
    expect(links[0]).toEqual(['canonical', undefined, `${SITE}/ar/safety`])
    expect(links.slice(1).map(([, language]) => language)).toEqual([...LOCALE_CODES, 'x-default'])
    expect(links).toContainEqual(['alternate', 'de', `${SITE}/de/safety`])
    expect(links.at(-1)).toEqual(['alternate', 'x-default', `${SITE}/safety`])
  })

  it('gives Explore its title in the meta in every language, and on no other page', () => {
    for (const path of ['/', '/ar']) expect(contentOf(metaOf(path), 'page')).toEqual(['home'])
    expect(contentOf(metaOf('/groups'), 'page')).toEqual([])
    expect(metaOf('/')[0]).toEqual({ title: 'A title' })
  })

  it('uses Explore as the canonical page of its copy', () => {
    expect(linksOf('/fr/index%20copy')[0]).toEqual(['canonical', undefined, `${SITE}/fr`])
  })

  it.each(['/me', '/de/chat', '/loadingServer', '/no-such-page', '/card/a/b'])(
    'excludes %s from search engines',
    (path) => {
      const entries = metaOf(path)
      expect(contentOf(entries, 'robots')).toEqual(['noindex'])
      expect(contentOf(entries, 'og:image')).toEqual([])
    },
  )

  it('excludes unlisted cards from search engines', () => {
    expect(contentOf(metaOf('/card/ilse', { unlisted: true }), 'robots')).toEqual(['noindex'])
    expect(contentOf(metaOf('/card/ilse', { unlisted: false }), 'robots')).toEqual([])
  })

  it('uses the picture of a card for its share preview, and otherwise the picture of the site', () => {
    const card = metaOf('/pt/card/ilse', {
      description: 'A line.',
      picture: cardPicture('/pictures/ilse/960.webp', 'Ilse'),
    })
    expect(contentOf(card, 'og:image')).toEqual([`${SITE}/pictures/ilse/share.jpg`])
    expect(contentOf(card, 'og:image:alt')).toEqual(['Ilse'])
    expect(contentOf(card, 'og:description')).toEqual(['A line.'])
    expect(contentOf(card, 'og:locale')).toEqual(['pt_BR'])
    expect(contentOf(metaOf('/card/x', { picture: cardPicture(null, 'X') }), 'og:image')).toEqual([
      `${SITE}/pictures/share/everkin.png`,
    ])
  })
})
