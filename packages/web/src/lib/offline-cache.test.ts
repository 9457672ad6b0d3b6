import { expect, it } from 'vitest'
import { cachesOfOthers, isExpired, MAX_AGE_OFFLINE_MS } from './offline-cache.ts'

const NAMES = [
  'everkin-assets-1',
  'everkin-pages-1-mara',
  'everkin-pages-2-visitor',
  'everkin-chats-mara',
  'everkin-pictures',
  'another-site',
]

it('deletes the data and pictures of one person when another signs in, but not the files of the site', () => {
  expect(cachesOfOthers(NAMES, 'noor')).toEqual([
    'everkin-pages-1-mara',
    'everkin-pages-2-visitor',
    'everkin-chats-mara',
    'everkin-pictures',
  ])
})

it('never deletes the person’s own data', () => {
  expect(cachesOfOthers(NAMES, 'mara')).toEqual(['everkin-pages-2-visitor', 'everkin-pictures'])
  expect(cachesOfOthers(['everkin-pages-1-mara', 'everkin-chats-mara', 'everkin-pictures'], 'mara')).toEqual([])
})

it('deletes everyone’s data at sign-out', () => {
  expect(cachesOfOthers(NAMES, null)).toEqual([
    'everkin-pages-1-mara',
    'everkin-pages-2-visitor',
    'everkin-chats-mara',
    'everkin-pictures',
  ])
  expect(cachesOfOthers(['everkin-assets-1', 'everkin-pictures'], null)).toEqual(['everkin-pictures'])
})

it('treats an id with the same ending as another person', () => {
  expect(cachesOfOthers(['everkin-pages-1-amara'], 'mara')).toEqual(['everkin-pages-1-amara'])
})

it('shows a page for a week after it was sent, and none without a date', () => {
  const sentMs = Date.parse('2026-11-20T12:00:00Z')
  const headers = new Headers({ date: new Date(sentMs).toUTCString() })
  expect(isExpired(headers, sentMs + MAX_AGE_OFFLINE_MS - 1)).toBe(false)
  expect(isExpired(headers, sentMs + MAX_AGE_OFFLINE_MS)).toBe(true)
  expect(isExpired(new Headers(), sentMs)).toBe(true)
  expect(isExpired(new Headers({ date: 'yesterday' }), sentMs)).toBe(true)
})
