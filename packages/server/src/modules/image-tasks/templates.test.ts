import { LOCALE_CODES } from '@everkin/contract/locales.ts'
import { asCaller } from '@everkin/testing/builders.ts'
import { describe, expect, it } from 'vitest'
import { libraryCovers } from '../../commands/library-covers.ts'
import { imageTemplateHandlers } from './routes.ts'
import { loadTemplates } from './templates.ts'

const calls = imageTemplateHandlers()
const templates = (query: { id?: string } = {}, locale = LOCALE_CODES[0] ?? 'en') =>
  calls.templates({ query, body: undefined }, asCaller({ locale }))
const styles = (locale = LOCALE_CODES[0] ?? 'en') =>
  calls.styles({ query: undefined, body: undefined }, asCaller({ locale }))

describe('templates and styles', () => {
  it('are named in the reader’s language', async () => {
    const [english, japanese] = [await templates({}, 'en'), await templates({}, 'ja')]
    expect(english[0]).toEqual({
      id: 'night-ferry',
      title: 'The night ferry',
      prompt: expect.stringContaining('an adult ferry captain'),
      style_id: 'lamplight',
      size: 'portrait',
      cover: '/pictures/template-night-ferry/960.webp',
      cover_shows: 'character',
    })
    expect(japanese[0]?.title).toBe('夜のフェリー')
    expect(japanese.map(({ id }) => id)).toEqual(english.map(({ id }) => id))
    expect((await styles('de'))[1]).toMatchObject({ name: 'Holzschnitt', cover: '/pictures/style-woodcut/960.webp' })
  })

  it('returns one by its id, and reports an unknown id', async () => {
    expect(await templates({ id: 'library-cat' })).toHaveLength(1)
    await expect(templates({ id: 'night' })).rejects.toMatchObject({ errorName: 'NotFound' })
  })

  it('are consistent: every style exists, every title is unique', async () => {
    const known = (await styles()).map(({ id }) => id)
    for (const locale of LOCALE_CODES) {
      const list = await templates({}, locale)
      expect(new Set(list.map(({ title }) => title)).size).toBe(list.length)
      expect(list.every(({ style_id }) => known.includes(style_id))).toBe(true)
    }
  })

  it('have a cover each, rendered by the build, of a different character for each style', async () => {
    const named = [...(await styles()), ...(await templates())].map(({ cover }) => cover?.split('/')[2])
    const painted = libraryCovers()
    expect(painted.map(({ name }) => name)).toEqual(named)
    expect(new Set(painted.map(({ paint }) => paint().drawing)).size).toBe(painted.length)
    const sitters = loadTemplates().styles.map(({ sitter }) => sitter.character)
    expect(new Set(sitters).size).toBe(sitters.length)
  })

  it('show people as adults, wherever they show people', async () => {
    const people = (await templates()).filter(({ prompt }) =>
      /\b(captain|detective|lecturer|cook|host|baker|lady|stationmaster|surveyor|botanist)\b/.test(prompt),
    )
    expect(people.length).toBeGreaterThan(5)
    for (const { prompt } of people) expect(prompt).toMatch(/\b(adult|older|lady|bearded)\b/)
  })
})
