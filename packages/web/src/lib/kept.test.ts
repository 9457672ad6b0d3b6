import { expect, it } from 'vitest'
import { othersOf } from './kept.ts'

const NAMES = [
  'everkin-assets-1',
  'everkin-pages-1-mara',
  'everkin-pages-2-visitor',
  'everkin-chats-mara',
  'everkin-pictures',
  'another-site',
]

it('what is kept for one person goes when another comes, pictures too, and files of the site stay', () => {
  expect(othersOf(NAMES, 'noor')).toEqual([
    'everkin-pages-1-mara',
    'everkin-pages-2-visitor',
    'everkin-chats-mara',
    'everkin-pictures',
  ])
})

it('their own things stay, whatever else goes', () => {
  expect(othersOf(NAMES, 'mara')).toEqual(['everkin-pages-2-visitor', 'everkin-pictures'])
  expect(othersOf(['everkin-pages-1-mara', 'everkin-chats-mara', 'everkin-pictures'], 'mara')).toEqual([])
})

it('leaving lets go of everyone’s', () => {
  expect(othersOf(NAMES, null)).toEqual([
    'everkin-pages-1-mara',
    'everkin-pages-2-visitor',
    'everkin-chats-mara',
    'everkin-pictures',
  ])
  expect(othersOf(['everkin-assets-1', 'everkin-pictures'], null)).toEqual(['everkin-pictures'])
})

it('an id that ends like another one is somebody else', () => {
  expect(othersOf(['everkin-pages-1-amara'], 'mara')).toEqual(['everkin-pages-1-amara'])
})
