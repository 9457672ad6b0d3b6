import { expect, it } from 'vitest'
import { cachesOfOthers } from './offline-cache.ts'

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
