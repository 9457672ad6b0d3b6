import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LIBRARY_FOLDER } from '../../../platform/library-file.ts'
import { LANGUAGES } from './grammar/by-language.ts'
import { hasAnyCue, toPlainText } from './match-cues.ts'
import { bankOf, CastBank, castLinesOf, VoiceBank } from './voice-bank.ts'

const idsIn = (folder: string) =>
  readdirSync(new URL(folder, LIBRARY_FOLDER))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -5))
const CHARACTERS = idsIn('characters/')
const CASTS = idsIn('groups/')
const folderOf = (language: string) => `voices/${language}/`
const written = (language: string) =>
  existsSync(new URL(folderOf(language), LIBRARY_FOLDER)) ? idsIn(folderOf(language)) : []
const read = (language: string, id: string): unknown =>
  JSON.parse(readFileSync(new URL(`${folderOf(language)}${id}.json`, LIBRARY_FOLDER), 'utf8'))

/** The lines of a character, each with where it stands. */
function linesOf(id: string, { about, facts, replies, asks, stories, actions }: VoiceBank): [string, string][] {
  const at = (place: string, lines: readonly (string | undefined)[]) =>
    lines.flatMap((line): [string, string][] => (line === undefined ? [] : [[`${id} ${place}`, line]]))
  return [
    ...Object.entries(about).flatMap(([key, lines]) => at(`about.${key}`, [lines].flat())),
    ...facts.flatMap(({ cues, lines }) => at(`facts ${cues[0]}`, lines)),
    ...Object.entries(replies).flatMap(([key, lines]) => at(`replies.${key}`, lines)),
    ...asks.flatMap((each) => at('asks', [each.ask, each.then, each.yes, each.no])),
    ...at('stories', stories),
    ...at('actions', actions),
  ]
}

function castLines(id: string, { members }: CastBank): [string, string][] {
  return Object.entries(members).flatMap(([member, { facts, remarks }]) =>
    [...facts.flatMap(({ lines }) => lines), ...remarks].map((line): [string, string] => [`${id} ${member}`, line]),
  )
}

const comparable = (line: string) => line.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

describe.each(LANGUAGES.filter((language) => written(language).length > 0))('the lines in %s', (language) => {
  it('are of characters and casts of the library, and well formed', () => {
    for (const id of written(language)) {
      expect([...CHARACTERS, ...CASTS], `${language}/${id}.json`).toContain(id)
      const parsed = (CASTS.includes(id) ? CastBank : VoiceBank).safeParse(read(language, id))
      expect(parsed.error?.issues ?? [], `${language}/${id}.json`).toEqual([])
      if (CASTS.includes(id)) {
        const { members }: { members: string[] } = JSON.parse(
          readFileSync(new URL(`groups/${id}.json`, LIBRARY_FOLDER), 'utf8'),
        )
        for (const member of Object.keys(CastBank.parse(read(language, id)).members)) expect(members).toContain(member)
      }
    }
  })

  it('are no one else’s, and none is there twice', () => {
    const places = new Map<string, string>()
    const doubles: string[] = []
    for (const id of written(language)) {
      const lines = CASTS.includes(id)
        ? castLines(id, CastBank.parse(read(language, id)))
        : linesOf(id, VoiceBank.parse(read(language, id)))
      for (const [place, line] of lines) {
        const other = places.get(comparable(line))
        if (other !== undefined) doubles.push(`${place} = ${other}: ${line}`)
        places.set(comparable(line), place)
      }
    }
    expect(doubles).toEqual([])
  })

  it('have no placeholder but {name}, one stage direction at most, and questions only where one is asked', () => {
    const wrong: string[] = []
    for (const id of written(language).filter((each) => CHARACTERS.includes(each))) {
      const bank = VoiceBank.parse(read(language, id))
      for (const [place, line] of linesOf(id, bank)) {
        if (/[{}]/.test(line.replaceAll('{name}', ''))) wrong.push(`${place}: placeholder: ${line}`)
        if (![0, 2].includes(line.split('*').length - 1)) wrong.push(`${place}: asterisks: ${line}`)
      }
      for (const { ask } of bank.asks) if (!/[?？؟]/.test(ask)) wrong.push(`${id} asks: no question: ${ask}`)
      for (const action of bank.actions) if (/[*.。]$|^\*/.test(action)) wrong.push(`${id} actions: ${action}`)
    }
    expect(wrong).toEqual([])
  })

  it('are found by their own cues', () => {
    for (const id of written(language).filter((each) => CHARACTERS.includes(each))) {
      for (const { cues } of VoiceBank.parse(read(language, id)).facts) {
        for (const cue of cues) expect(hasAnyCue(toPlainText(cue.replace('*', '')), [cue]), `${id}: ${cue}`).toBe(true)
      }
    }
  })
})

describe('the loader', () => {
  it('gives an empty bank to cards that are not of the library', () => {
    for (const id of [undefined, '', 'nobody', '../../package', '01J9ZK4T8Q2M', 'x'.repeat(500)]) {
      expect(bankOf(id, 'en')).toEqual({ about: {}, facts: [], replies: {}, asks: [], stories: [], actions: [] })
      expect(castLinesOf('nobody', id, 'en')).toBeNull()
    }
    expect(bankOf('ilse', 'xx').facts).toEqual([])
    expect(castLinesOf(undefined, 'ilse', 'en')).toBeNull()
  })

  it('reads a character and a member of a cast', () => {
    expect(bankOf('ilse', 'en').facts.length).toBeGreaterThan(5)
    expect(castLinesOf('rain-on-quay-street', 'ilse', 'en')?.remarks.length).toBeGreaterThan(0)
  })
})
