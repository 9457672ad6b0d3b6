import { expect, it } from 'vitest'
import { normalizeCampaign, normalizeOrigin, normalizePath } from './normalize-visit.ts'

it('keeps a page’s name and language', () => {
  for (const [path, page, locale] of [
    ['/', 'index', 'en'],
    ['/zh', 'index', 'zh'],
    ['/zh/', 'index', 'zh'],
    ['/landPage?utm_source=x', 'landPage', 'en'],
    ['/fr/invitation?code=SECRET', 'invitation', 'fr'],
    ['/card/ilse', 'other', 'en'],
    ['/ar/../../etc', 'other', 'ar'],
    ['javascript:alert(1)', 'other', 'en'],
  ] as const)
    expect({ path, ...normalizePath(path) }).toEqual({ path, page, locale })
})

it('keeps the origin of the referrer, and nothing of one without an origin', () => {
  expect(normalizeOrigin('https://user:pass@news.example:8443/a?b#c')).toBe('https://news.example:8443')
  for (const other of ['', 'android-app://com.example', 'javascript:alert(1)', 'news.example', 'data:text/plain,x'])
    expect({ other, kept: normalizeOrigin(other) }).toEqual({ other, kept: '' })
})

it('drops a campaign word that could be an email address', () => {
  expect(normalizeCampaign('spring sale')).toBe('spring sale')
  expect(normalizeCampaign('ana@example.org')).toBe('')
  expect(normalizeCampaign(undefined)).toBe('')
})
