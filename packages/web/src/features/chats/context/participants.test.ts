import { expect, it } from 'vitest'
import { shortNames } from './participants.tsx'

it.each([
  [
    ['Bram Castellan', 'Wren Okafor', 'Odile'],
    ['Bram', 'Wren', 'Odile'],
  ],
  [
    ['Dr. Amara Okonjo', 'Captain Anneke de Vries', 'Vesper-9'],
    ['Amara', 'Captain Anneke de Vries', 'Vesper-9'],
  ],
  [
    ['برام كاستلان', 'د. أمارا أوكونجو', 'حِبر'],
    ['برام', 'أمارا', 'حِبر'],
  ],
  [
    ['ブラム・キャステラン', '荒田 賢司', '陳 梅（メイ・チェン）'],
    ['ブラム', '荒田', '陳 梅（メイ・チェン）'],
  ],
  [
    ['布拉姆·卡斯特兰', '荒田贤司'],
    ['布拉姆', '荒田贤司'],
  ],
])('shortens %j', (names, short) => {
  expect(shortNames(names)).toEqual(short)
})

it('uses full names for two characters with the same first name', () => {
  expect(shortNames(['Ana Ruiz', 'Ana Sol', 'Bea Ruiz'])).toEqual(['Ana Ruiz', 'Ana Sol', 'Bea'])
})
