import type { PlayedScene } from './play-scene.ts'
import type { EvaluationScene } from './scenes.ts'

export interface EvaluatedReply extends PlayedScene {
  model: string
  scene: string
  topic: EvaluationScene['topic']
  language: string
  /** Why it fails; empty when it passes. */
  problems: string[]
  /** What the judging model says; null when none was asked, or it did not answer. */
  verdict: boolean | null
}

const MAX_FAILURES = 40

/** One row per topic and per language, one column per model: how many scenes pass. */
export function printComparison(replies: readonly EvaluatedReply[]): void {
  const models = [...new Set(replies.map(({ model }) => model))]
  const topics = [...new Set(replies.map(({ topic }) => topic))]
  const languages = [...new Set(replies.map(({ language }) => language))]
  const of = (model: string) => replies.filter((reply) => reply.model === model)
  const rows: string[][] = [
    ['', ...models],
    ...topics.map((topic) => [topic, ...models.map((model) => passed(of(model).filter((one) => one.topic === topic)))]),
    ...languages.map((language) => [
      language,
      ...models.map((model) => passed(of(model).filter((one) => one.language === language))),
    ]),
    ['all', ...models.map((model) => passed(of(model)))],
  ]
  if (replies.some(({ verdict }) => verdict !== null))
    rows.push(['yes from the judge', ...models.map((model) => agreed(of(model)))])
  rows.push(
    ['first word, median ms', ...models.map((model) => medianOf(of(model).map(({ firstWordMs }) => firstWordMs)))],
    ['whole reply, median ms', ...models.map((model) => medianOf(of(model).map(({ totalMs }) => totalMs)))],
  )
  printTable(rows)
}

/** The scenes that fail, and why. Replies go only into the file of `--replies`. */
export function printFailures(replies: readonly EvaluatedReply[]): void {
  const failed = replies.filter(({ problems }) => problems.length > 0)
  if (failed.length > 0) console.log('\nFailed:')
  for (const { model, scene, problems } of failed.slice(0, MAX_FAILURES))
    console.log(`  ${model}, ${scene}: ${problems.join('; ')}`)
  if (failed.length > MAX_FAILURES) console.log(`  … and ${failed.length - MAX_FAILURES} more`)
}

function passed(replies: readonly EvaluatedReply[]): string {
  return `${replies.filter(({ problems }) => problems.length === 0).length} of ${replies.length}`
}

function agreed(replies: readonly EvaluatedReply[]): string {
  const judged = replies.filter(({ verdict }) => verdict !== null)
  return `${judged.filter(({ verdict }) => verdict).length} of ${judged.length}`
}

function medianOf(values: readonly (number | null)[]): string {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  return middle === undefined ? '–' : String(Math.round(middle))
}

export function printTable(rows: readonly string[][]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
}
