/**
 * Holds the conversations of conversations.json with the demo model and writes what it answered to marks.json, where
 * readers mark each turn. The same lines always get the same answers; a changed answer loses its mark.
 *
 * node evaluate/demo-model/converse.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Scene, SceneTurn } from '@everkin/server/modules/models/module.ts'
import { composeReply } from '@everkin/server/providers/text-model/demo/compose-reply.ts'

const HERE = new URL('./', import.meta.url)
const LIBRARY = new URL('../../library/', import.meta.url)
const readJson = (path: string, base = LIBRARY) => JSON.parse(readFileSync(new URL(path, base), 'utf8'))

interface JudgedTurn {
  language: string
  character: string
  said: string
  answered: string
  /** Whether a first reader finds that it answers what was said; null until someone has read it. */
  sensible: boolean | null
}

function sceneOf(id: string, locale: string): Omit<Scene, 'turns'> {
  const { name, tagline, definition } = readJson(`characters/${id}.json`)
  const own = locale === 'en' ? null : readJson(`greetings/${locale}.json`)[id]
  const fill = (text: string) => text.replaceAll('{{char}}', name).replaceAll('{{user}}', 'User')
  return {
    cardId: id,
    locale,
    characterName: own?.name_local ?? name,
    personName: 'User',
    tagline: own?.tagline ?? tagline,
    description: fill(definition.description),
    personality: fill(definition.personality),
    scenario: fill(definition.scenario),
    greeting: fill(own?.first_mes ?? definition.first_mes),
    exampleDialogue: fill(definition.mes_example),
    lore: [],
    begun: '',
    variantIndex: 0,
  }
}

function converse(language: string, character: string, lines: readonly string[]): JudgedTurn[] {
  const scene = sceneOf(character, language)
  const turns: SceneTurn[] = [{ role: 'character', speaker: scene.characterName, text: scene.greeting }]
  return lines.map((said) => {
    turns.push({ role: 'user', speaker: scene.personName, text: said })
    const answered = composeReply({ ...scene, turns })
    turns.push({ role: 'character', speaker: scene.characterName, text: answered })
    return { language, character, said, answered, sensible: null }
  })
}

const conversations: Record<string, Record<string, string[]>> = readJson('conversations.json', HERE)
const before: JudgedTurn[] = readJson('marks.json', HERE)
/** A mark stays while its answer does. */
const markOf = ({ language, character, said, answered }: JudgedTurn) =>
  before.find(
    (turn) =>
      turn.answered === answered && turn.said === said && turn.character === character && turn.language === language,
  )?.sensible ?? null
const turns = Object.entries(conversations)
  .flatMap(([language, characters]) =>
    Object.entries(characters).flatMap(([character, lines]) => converse(language, character, lines)),
  )
  .map((turn) => ({ ...turn, sensible: markOf(turn) }))
writeFileSync(new URL('marks.json', HERE), `${JSON.stringify(turns, null, 2)}\n`)

for (const [name, part] of [
  ['English', turns.filter(({ language }) => language === 'en')],
  ['other languages', turns.filter(({ language }) => language !== 'en')],
] as const) {
  const marked = part.filter(({ sensible }) => sensible !== null)
  const sensible = marked.filter((turn) => turn.sensible).length
  process.stdout.write(`${name}: ${part.length} turns, ${sensible} of ${marked.length} marked ones sensible\n`)
}
