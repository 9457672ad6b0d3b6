import { clipToTokens, countTokens } from './count-tokens.ts'
import { withoutTemplateMarks } from './loose-fields.ts'
import type { RememberedTexts } from './prompt-input.ts'
import { type PromptSection, sectionOf } from './sections.ts'

const MEMORY_SHARE = 0.2
const MAX_MEMORY_TOKENS = 2_000
const TITLE = '## Remembered from earlier\n'
/** The title, the joint to the section before, and one for rounding. */
export const MEMORY_TITLE_TOKENS = countTokens(TITLE) + 2
const EXCERPTS = 'Said earlier, word for word; … marks what lies between:'

/** What memory may take of a prompt with so much room, its heading not counted. */
export function memoryBudget(roomTokens: number): number {
  return Math.floor(Math.min(MAX_MEMORY_TOKENS, roomTokens * MEMORY_SHARE))
}

/** A summary that costs as much as any memory can: the prompt with it shows what stays, whatever is remembered. */
export function largestMemory(roomTokens: number): string {
  return '0'.repeat(memoryBudget(roomTokens)) // a digit is a token
}

/**
 * Memories as a section of at most `tokenBudget` tokens; null where there is nothing to say or no room. Cut from the
 * end where it is too long: pinned facts, which matter most to the person, stand first.
 */
export function memorySection(
  memory: RememberedTexts,
  roomTokens: number,
  tokenBudget: number,
): { section: PromptSection | null; clipped: number } {
  const text = memoryText(memory)
  if (text === '') return { section: null, clipped: 0 }
  const kept = clipToTokens(text, Math.min(memoryBudget(roomTokens), tokenBudget - MEMORY_TITLE_TOKENS))
  const clipped = kept === text ? 0 : Math.max(1, countTokens(text) - countTokens(kept))
  return { section: kept === '' ? null : { ...sectionOf('memory', TITLE + kept), clipped }, clipped }
}

function memoryText({ summary, facts, passages }: RememberedTexts): string {
  const lines = facts.map((fact) => `- ${oneLine(fact)}`)
  if (summary.trim() !== '') lines.push(withoutTemplateMarks(summary).trim())
  if (passages.length > 0) lines.push(`${EXCERPTS}\n${excerpts(passages)}`)
  return lines.join('\n')
}

function excerpts(passages: RememberedTexts['passages']): string {
  let before = 0
  return passages
    .map(({ seq, speaker, text }) => {
      const gap = before > 0 && seq > before + 2 ? '…\n' : ''
      before = seq
      return `${gap}${oneLine(speaker)}: ${oneLine(text)}`
    })
    .join('\n')
}

/** What people wrote stands among instructions here: on one line of its own it can not look like a heading of ours. */
function oneLine(text: string): string {
  return withoutTemplateMarks(text).replace(/\s+/g, ' ').trim()
}
