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

it('what is kept for one person goes when another comes, pictures too, and files of the site stay', () => {
  expect(cachesOfOthers(NAMES, 'noor')).toEqual([
    'everkin-pages-1-mara',
    'everkin-pages-2-visitor',
    'everkin-chats-mara',
    'everkin-pictures',
  ])
})

it('their own things stay, whatever else goes', () => {
  expect(cachesOfOthers(NAMES, 'mara')).toEqual(['everkin-pages-2-visitor', 'everkin-pictures'])
  expect(cachesOfOthers(['everkin-pages-1-mara', 'everkin-chats-mara', 'everkin-pictures'], 'mara')).toEqual([])
})

it('leaving lets go of everyone’s', () => {
  expect(cachesOfOthers(NAMES, null)).toEqual([
    'everkin-pages-1-mara',
    'everkin-pages-2-visitor',
    'everkin-chats-mara',
    'everkin-pictures',
  ])
  expect(cachesOfOthers(['everkin-assets-1', 'everkin-pictures'], null)).toEqual(['everkin-pictures'])
})

it('an id that ends like another one is somebody else', () => {
  expect(cachesOfOthers(['everkin-pages-1-amara'], 'mara')).toEqual(['everkin-pages-1-amara'])
})
