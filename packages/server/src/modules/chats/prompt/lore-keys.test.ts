import { describe, expect, it } from 'vitest'
import { findKeys, foldForKeys, indexKeys } from './lore-keys.ts'

function isFound(key: string, text: string, isCaseSensitive = false): boolean {
  let found = false
  const index = indexKeys([{ id: 0, text: key }], isCaseSensitive)
  findKeys(index, foldForKeys(text, isCaseSensitive), () => {
    found = true
  })
  return found
}

describe('lore keys in any script', () => {
  it.each([
    ['lamp', 'The LAMP is lit.', true],
    ['lamp', 'The lamps are lit.', false],
    ['lamp', 'A clamp.', false],
    ['lost property', 'at the Lost Property office', true],
    ['lost property', 'lost  keys, property', false],
    ['Zoë', 'Hello zoë!', true],
    ['Zoë', 'Hello Zoe\u0308!', true],
    ['école', 'à l’école', true],
    ['Straße', 'in der STRASSE', true],
    ['小明', '昨天小明来了', true],
    ['さくら', '今日はさくらちゃんと', true],
    ['민수', '민수가 왔다', true],
    ['รัก', 'ฉันรักเธอ', true],
    ['سارة', 'قالت سارة شيئًا', true],
    ['مدينة', 'ذهبنا والمدينة نائمة', true],
    ['دين', 'ذهبنا والمدينة نائمة', false],
    ['بيت', 'هذا بَيْتٌ كبير', true],
    ['البيت', 'في البيـــت', true],
    ['كِتاب', 'قرأت كتابًا واحدا', true],
    ['كتاب', 'قرأت كتاباً واحدا', true],
    ['أحمد', 'جاء احمد', true],
    ['كتاب', 'هذا كتابي', false],
    ['ﾃｽﾄ', 'これはテストです', true],
    ['C++', 'I write C++ daily', true],
    ['🔥', 'so 🔥 now', true],
    ['*smiles*', 'she *smiles* at you', true],
    ['42', 'room 42', true],
    ['42', 'room 421', false],
    ['', 'anything', false],
    ['   ', 'any   thing', false],
  ])('%j in %j: %s', (key, text, expected) => {
    expect(isFound(key, text)).toBe(expected)
  })

  it('is case-sensitive only on request', () => {
    expect(isFound('Will', 'I will go', false)).toBe(true)
    expect(isFound('Will', 'I will go', true)).toBe(false)
    expect(isFound('Will', 'ask Will', true)).toBe(true)
  })
})
