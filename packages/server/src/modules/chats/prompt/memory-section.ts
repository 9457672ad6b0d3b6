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

/** The token budget of memory in a prompt with this much room, without its heading. */
export function memoryBudget(roomTokens: number): number {
  return Math.floor(Math.min(MAX_MEMORY_TOKENS, roomTokens * MEMORY_SHARE))
}

/** A summary as large as memory can be. The prompt with it shows which messages stay, whatever is remembered. */
export function largestMemory(roomTokens: number): string {
  return '0'.repeat(memoryBudget(roomTokens)) // a digit is a token
}

/**
 * Memories as a section of at most `tokenBudget` tokens; null when there is nothing to say or no room. A long section
 * is cut at its end: pinned facts, which matter most to the person, come first.
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

/** User text stands among instructions here. On one line it cannot look like a heading of ours. */
function oneLine(text: string): string {
  return withoutTemplateMarks(text).replace(/\s+/g, ' ').trim()
}
