import type { TextFunction } from '../../../i18n/page-translator.ts'
import type { LeftBehind, MovePlan } from './move-plan.ts'
import type { MoveOutcome, MoveResult } from './move-results.ts'

export const OUTCOMES = ['came', 'existing', 'draft', 'skipped', 'failed'] as const

/** The number of results with an outcome. */
export function countOutcome(results: readonly MoveResult[], outcome: MoveOutcome['outcome']): number {
  return results.filter((result) => result.outcome === outcome).length
}

/** The results that someone should look at: everything that did not simply come in. */
export function resultsToLookAt(results: readonly MoveResult[]): MoveResult[] {
  return results.filter(
    ({ outcome, reason, warnings }) =>
      (outcome !== 'came' && outcome !== 'existing') || reason !== null || warnings > 0,
  )
}

/** What is said about one result, besides its name. */
export function explainResult({ reason, words, warnings, outcome }: MoveResult, text: TextFunction): string {
  const said = [
    outcome === 'draft' ? text('card-files.saveAll.stayed') : null,
    reason === null ? null : text(`card-files.moving.why.${reason}`),
    words,
    warnings > 0 ? text('card-files.moving.lines', { count: warnings }) : null,
    outcome === 'failed' && reason === null && words === null ? text('card-files.saveAll.failed') : null,
  ]
  return said.filter((one) => one !== null).join(' · ')
}

/** What stays behind, as lines. */
export function leftBehindLines({ leftBehind }: MovePlan, text: TextFunction): string[] {
  const entries = Object.entries(leftBehind) as [LeftBehind, number][] // its own keys
  return entries.map(([kind, count]) => text(`card-files.moving.left.${kind}`, { count }))
}

/** The whole report as plain text: what came in and what did not, by name. */
export function writeReport(plan: MovePlan, results: readonly MoveResult[], text: TextFunction): string {
  const lines: string[] = []
  for (const outcome of OUTCOMES) {
    const count = countOutcome(results, outcome)
    if (count === 0) continue
    lines.push(text(`card-files.moving.outcomes.${outcome}`, { count }))
    for (const result of results.filter((one) => one.outcome === outcome)) {
      const kind = text(`card-files.moving.kinds.${result.kind}`)
      lines.push(['', kind, result.name.replace(/\s+/g, ' '), explainResult(result, text)].join('\t').trimEnd())
    }
    lines.push('')
  }
  const left = leftBehindLines(plan, text)
  if (left.length > 0) lines.push(text('card-files.moving.stays'), ...left.map((line) => `\t${line}`))
  return [...lines, ...plan.lonelyChats.map((name) => `\t\t${name}`), ''].join('\n')
}
