/**
 * How long the demo model takes for a reply in a chat of 120 messages, in every language, compared with reading the
 * scene alone: the floor for anything that looks at all messages.
 *
 *   npm run bench demo-model
 */
import { LOCALE_CODES } from '@everkin/contract/locales.ts'
import type { Scene, SceneTurn } from '@everkin/server/modules/models/module.ts'
import { composeReply } from '@everkin/server/providers/text-model/demo/compose-reply.ts'
import { heading, median, row } from './measure/statistics.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 50)
const MESSAGES = 120

function sceneIn(locale: string): Scene {
  const turns = Array.from({ length: MESSAGES }, (_, at): SceneTurn => {
    const isPerson = at % 2 === 1
    const text = isPerson
      ? `Bergen ${at}: my sister Ana ${at} lives by the sea.`
      : `Reply ${at} about the ferry and the fog.`
    return { role: isPerson ? 'user' : 'character', speaker: isPerson ? 'Alex' : 'Ilse', text }
  })
  return {
    cardId: 'ilse',
    locale,
    characterName: 'Ilse',
    personName: 'Alex',
    tagline: '',
    description: '',
    personality: '',
    scenario: '',
    greeting: '',
    exampleDialogue: '',
    lore: [],
    turns,
    begun: '',
    variantIndex: 0,
  }
}

function timeOf(run: () => unknown): number {
  const started = performance.now()
  run()
  return performance.now() - started
}

heading('A reply of the demo model', 'language', 'reply in ms', 'reading the scene in ms')
for (const locale of LOCALE_CODES) {
  const scene = sceneIn(locale)
  composeReply(scene)
  const rounds = Array.from({ length: ROUNDS }, (_, variantIndex) => variantIndex)
  const replies = rounds.map((variantIndex) => timeOf(() => composeReply({ ...scene, variantIndex })))
  const reads = rounds.map(() => timeOf(() => JSON.stringify(scene)))
  row(locale, median(replies), median(reads))
}
