/**
 * Plays sixty scenes in eight languages with each of the given models and prints how many each one passes.
 *
 *   npm run evaluate                                 the model of the settings
 *   npm run evaluate -- --model demo --model scripted
 *   npm run evaluate -- --model gemma-3 --model qwen-3 --base-url http://localhost:11434/v1
 *   npm run evaluate -- --kind anthropic --model claude-sonnet-5
 *   npm run evaluate -- --model gemma-3 --preset none --preset precise --preset my-preset.json
 *   npm run evaluate -- --language de --topic promise --runs 3 --judge gemma-3 --replies replies.json
 */
import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import type { TextModel } from '@everkin/server/modules/models/module.ts'
import { SettingError } from '@everkin/server/platform/config.ts'
import { judgeByModel } from './judge-by-model.ts'
import { judgeByRules } from './judge-by-rules.ts'
import { openModel } from './open-model.ts'
import { openStage, playScene } from './play-scene.ts'
import { type EvaluatedReply, printComparison, printFailures } from './report.ts'
import { type EvaluationScene, loadScenes } from './scenes.ts'

const OPTIONS = {
  model: { type: 'string', multiple: true },
  kind: { type: 'string', default: 'openai_compatible' },
  'base-url': { type: 'string' },
  preset: { type: 'string', multiple: true },
  language: { type: 'string', multiple: true },
  topic: { type: 'string', multiple: true },
  runs: { type: 'string', default: '1' },
  judge: { type: 'string' },
  replies: { type: 'string' },
} as const

const JUDGE_TIMEOUT_MS = 120_000

try {
  process.exitCode = await evaluate()
} catch (error) {
  const isPlain = error instanceof SettingError || (error instanceof TypeError && 'code' in error)
  if (!isPlain) throw error
  console.error(error.message)
  process.exitCode = 1
}
process.exit()

async function evaluate(): Promise<number> {
  const { values: given } = parseArgs({ options: OPTIONS })
  const runs = Number(given.runs)
  if (!Number.isInteger(runs) || runs < 1 || runs > 20) throw new SettingError('--runs must be 1 to 20')
  const all = loadScenes()
  const scenes = all
    .filter(({ set }) => !given.language || given.language.includes(set.language))
    .filter(({ topic }) => !given.topic || given.topic.includes(topic))
  if (scenes.length === 0) {
    const languages = [...new Set(all.map(({ set }) => set.language))].join(', ')
    const topics = [...new Set(all.map(({ topic }) => topic))].join(', ')
    throw new SettingError(`No scene matches. Languages: ${languages}. Topics: ${topics}.`)
  }
  const place = { kind: given.kind, baseUrl: given['base-url'] ?? null, scenes }
  const judge = given.judge === undefined ? null : await openModel(given.judge, place)
  const replies: EvaluatedReply[] = []
  for (const name of given.model ?? [null]) {
    const model = await openModel(name, place)
    for (const preset of given.preset ?? ['none']) {
      const label = preset === 'none' ? model.name : `${model.name}, ${basename(preset, '.json')}`
      console.log(`${label}: ${scenes.length} scenes${runs > 1 ? `, ${runs} times` : ''}`)
      replies.push(...(await playAll({ label, model, preset: preset === 'none' ? null : preset }, judge, scenes, runs)))
    }
  }
  printComparison(replies)
  printFailures(replies)
  if (given.replies !== undefined) writeFileSync(given.replies, `${JSON.stringify(replies, null, 2)}\n`)
  return 0
}

async function playAll(
  { label, model, preset }: { label: string; model: TextModel; preset: string | null },
  judge: TextModel | null,
  scenes: readonly EvaluationScene[],
  runs: number,
): Promise<EvaluatedReply[]> {
  const stage = await openStage(model)
  const replies: EvaluatedReply[] = []
  try {
    for (let run = 0; run < runs; run++)
      for (const scene of scenes) {
        const played = await playScene(stage, scene, preset)
        const problems = judgeByRules(scene, played)
        const verdict =
          judge && played.text !== ''
            ? await judgeByModel(judge, scene, played.text, AbortSignal.timeout(JUDGE_TIMEOUT_MS)).catch(() => null)
            : null
        const { id, topic, set } = scene
        replies.push({ ...played, model: label, scene: id, topic, language: set.language, problems, verdict })
        process.stdout.write(problems.length === 0 ? '.' : 'x')
      }
    process.stdout.write('\n')
  } finally {
    await stage.server.end()
  }
  return replies
}
