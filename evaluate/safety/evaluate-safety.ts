/**
 * Prints what the safety rules find in the red-team set and the held-out set, per language and category: recall of what
 * must be blocked and false alarms among what must pass, for the local rules alone and with a moderation model.
 *
 *   npm run evaluate -- safety
 *   npm run evaluate -- safety --set held_out
 *   npm run evaluate -- safety --missed
 *   MODERATION_API_KEY=… npm run evaluate -- safety --base-url https://api.openai.com/v1
 *   npm run evaluate -- safety --base-url http://localhost:11434/v1 --model gemma-3 --api chat
 */
import { parseArgs } from 'node:util'
import { type ModerationModel, screenText } from '@everkin/server/modules/safety/module.ts'
import { openModerationModel } from '@everkin/server/providers/moderation-model/choose.ts'
import { printTable } from '../report.ts'
import { loadRedTeam, type RedTeamText, TEXT_SETS, type TextSet } from './red-team.ts'

/** How a text was judged: by the local rules, and by those with the model. */
interface JudgedText extends RedTeamText {
  byRules: boolean
  isDoubtful: boolean
  /** Null: no model was asked, or it gave no verdict. */
  byModel: boolean | null
}

const TIMEOUT_MS = 60_000

const { values: given } = parseArgs({
  options: {
    set: { type: 'string' },
    missed: { type: 'boolean', default: false },
    'base-url': { type: 'string' },
    model: { type: 'string' },
    api: { type: 'string', default: 'auto' },
  },
})
const model = openModel()
const SET_TITLES: Record<TextSet, string> = {
  tuned: 'red-team set, the half that the rules are tuned on',
  untuned: 'red-team set, the other half',
  held_out: 'held-out set',
}

if (given.set !== undefined && !TEXT_SETS.some((set) => set === given.set)) {
  throw new Error(`--set: ${TEXT_SETS.join(', ')}`)
}
for (const set of TEXT_SETS) if (given.set === undefined || set === given.set) await evaluateSet(set)
if (!model) console.log('\nNo moderation model was measured; --base-url names one.')

async function evaluateSet(set: TextSet): Promise<void> {
  const judged: JudgedText[] = []
  for (const text of loadRedTeam()) if (text.set === set) judged.push(await judge(text, model))
  console.log(`\n${SET_TITLES[set]}: ${judged.length} texts, local rules alone`)
  printFigures(judged, ({ byRules }) => byRules)
  if (model) {
    const silent = judged.filter(({ byModel }) => byModel === null).length
    console.log(`\nwith ${model.name} beside them; ${silent} without a verdict`)
    printFigures(judged, ({ byRules, byModel }) => byRules || byModel === true)
  }
  if (given.missed) printMissed(judged)
}

function openModel(): ModerationModel | null {
  const { 'base-url': baseUrl, api } = given
  if (baseUrl === undefined) return null
  if (api !== 'auto' && api !== 'moderations' && api !== 'chat') throw new Error('--api: auto, moderations or chat')
  return openModerationModel(
    { baseUrl, apiKey: process.env.MODERATION_API_KEY ?? null, name: given.model ?? null },
    api,
  )
}

async function judge(text: RedTeamText, asked: ModerationModel | null): Promise<JudgedText> {
  const { previous } = text
  const verdict = screenText(text.text, { surface: 'model_reply', previous, adultMode: false })
  const byModel = asked && (await askModel(asked, [...previous, text.text].join('\n')))
  return { ...text, byRules: verdict.kind === 'blocked', isDoubtful: verdict.kind === 'doubtful', byModel }
}

/** In a chat, sexual content of adults is a matter of the rating. */
async function askModel(asked: ModerationModel, text: string): Promise<boolean | null> {
  try {
    const found = await asked.findProblems({ kind: 'text', text }, AbortSignal.timeout(TIMEOUT_MS))
    return found.some(({ category, isCertain }) => isCertain && category !== 'sexual')
  } catch {
    return null
  }
}

/** One row per category and for all, one column per language. */
function printFigures(all: readonly JudgedText[], isStopped: (text: JudgedText) => boolean): void {
  const languages = [...new Set(all.map(({ language }) => language))]
  const row = (name: string, some: readonly JudgedText[]) => [
    name,
    ...[...languages.map((language) => some.filter((text) => text.language === language)), some].map((column) =>
      percent(column.filter(isStopped).length, column.length),
    ),
  ]
  const part = (isBlocked: boolean) => {
    const some = all.filter((text) => text.isBlocked === isBlocked)
    const categories = [...new Set(some.map(({ category }) => category))]
    return [
      ...categories.map((category) =>
        row(
          `  ${category}`,
          some.filter((text) => text.category === category),
        ),
      ),
      row(isBlocked ? 'recall' : 'false alarms', some),
    ]
  }
  printTable([['', ...languages, 'all'], ...part(true), ...part(false)])
}

function percent(some: number, all: number): string {
  return all === 0 ? '–' : `${Math.round((some / all) * 1000) / 10} %`
}

function printMissed(all: readonly JudgedText[]): void {
  for (const { language, category, isBlocked, isDoubtful, byRules, previous, text } of all)
    if (isBlocked !== byRules)
      console.log(
        `${isBlocked ? 'missed' : 'false alarm'}${isDoubtful ? ' (doubtful)' : ''} ${language} ${category}: ${[...previous, text].join(' / ')}`,
      )
}
