import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { detectCrisis } from '../detect-crisis.ts'
import { type AgedGroup, findMinorMember } from './group-ages.ts'
import { screenCard } from './screen-card.ts'
import { screenText } from './screen-text.ts'

const LIBRARY = new URL('../../../../../../library/', import.meta.url)
/** Fields that name things and are not shown in a chat. */
const NAMES = ['id', 'language', 'portrait', 'cover', 'gender']

type Entry = {
  name: string
  tagline: string
  age: number | null
  tags: string[]
  language: string
  definition: { alternate_greetings: string[] }
}

function filesOf(folder: string): { file: string; content: unknown }[] {
  const directory = new URL(`${folder}/`, LIBRARY)
  return readdirSync(directory)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({ file, content: JSON.parse(readFileSync(new URL(file, directory), 'utf8')) }))
}

/** All texts in an entry, at any depth. */
function textsOf(content: unknown): string[] {
  if (typeof content === 'string') return [content]
  if (typeof content !== 'object' || content === null) return []
  return Object.entries(content).flatMap(([key, value]) => (NAMES.includes(key) ? [] : textsOf(value)))
}

const characters = filesOf('characters')
const greetings = filesOf('greetings')
const groups = filesOf('groups')

describe('B5, B6: the cards the library ships', () => {
  it('there are characters, groups and greetings in seven further languages', () => {
    expect(characters.length).toBeGreaterThan(0)
    expect(groups.length).toBeGreaterThan(0)
    expect(greetings.map(({ file }) => file)).toEqual(
      ['ar', 'de', 'es', 'fr', 'ja', 'pt', 'zh'].map((code) => `${code}.json`),
    )
  })
  for (const { file, content } of characters) {
    it(`${file} is ok with its greetings of all languages`, () => {
      // The library's own files; their shape has a test of its own where they are loaded.
      const { name, tagline, age, tags, definition: written } = content as Entry
      const id = file.replace('.json', '')
      const translated = greetings.flatMap(({ content }) => textsOf((content as Record<string, unknown>)[id]))
      const texts = [...textsOf(content), ...translated]
      expect(translated.length).toBeGreaterThan(0)
      const definition = { ...written, alternate_greetings: [...written.alternate_greetings, ...translated] }
      expect(screenCard({ name, tagline, age, tags, texts, definition, rating: 'sfw' })).toMatchObject({
        state: 'ok',
        reasons: [],
      })
    })
  }
  for (const { file, content } of groups) {
    it(`the group ${file} is clear`, () => {
      const text = textsOf(content).join('\n\n')
      expect(screenText(text, { surface: 'group', adultMode: false })).toEqual({ kind: 'clear' })
      // The library's own file, as above.
      const group = content as Omit<AgedGroup, 'members'> & { members: string[] }
      const members = characters
        .filter((character) => group.members.includes(character.file.replace('.json', '')))
        .map((character) => character.content as Entry)
      expect(members).toHaveLength(group.members.length)
      expect(findMinorMember({ ...group, members })).toBeNull()
    })
  }
  it('M4: nothing in it is detected as a crisis, in any language of the interface', () => {
    const all = [...characters, ...groups, ...greetings].flatMap(({ content }) => textsOf(content))
    const read = all.filter((text) =>
      ['en', 'ar', 'de', 'es', 'fr', 'ja', 'pt', 'zh'].some((locale) => detectCrisis(text, locale) !== 'none'),
    )
    expect(read).toEqual([])
  })
})
