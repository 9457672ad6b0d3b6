import { clipToTokens, countTokens, TOKENS_AROUND_MESSAGE } from '../../models/module.ts'
import type { MemoryBudget, RememberedTexts } from './prompt-input.ts'
import { type PromptSection, type SectionKind, sectionOf } from './sections.ts'
import { toSingleLine, withoutTemplateMarks } from './untrusted-fields.ts'

const STORY_SHARE = 0.1
const MAX_STORY_TOKENS = 1_200
const RECALLED_SHARE = 0.05
/** A small prompt spends more on what is recalled, up to MAX_SMALL_SHARE of it. */
const MIN_RECALLED_TOKENS = 400
const MAX_SMALL_SHARE = 0.12
const MAX_RECALLED_TOKENS = 1_000
const STORY_TITLE = '## The story so far\n'
const FACTS_TITLE = '## Worth remembering\n'
const RECALLED_TITLE = '## Remembered from earlier\n'
const EXCERPTS = 'Said earlier, word for word; … marks what lies between:'

/** The headings of both sections, the marks around them, their joints, and one for rounding each. */
export const MEMORY_TITLE_TOKENS = 2 * (countTokens(STORY_TITLE + FACTS_TITLE) + TOKENS_AROUND_MESSAGE + 3)

/** The budgets in a prompt of at most this size, of which the card leaves `left`. */
export function memoryBudget(promptTokens: number, left: number): MemoryBudget {
  const wanted = Math.max(promptTokens * RECALLED_SHARE, Math.min(MIN_RECALLED_TOKENS, promptTokens * MAX_SMALL_SHARE))
  return {
    story: Math.floor(Math.max(0, Math.min(MAX_STORY_TOKENS, promptTokens * STORY_SHARE, left * 0.2))),
    recalled: Math.floor(Math.max(0, Math.min(MAX_RECALLED_TOKENS, wanted, left * 0.15))),
  }
}

export interface MemorySections {
  /** Changes only when memory is written, so it goes before the conversation. */
  story: PromptSection | null
  /** What was recalled for this reply. */
  recalled: PromptSection | null
  tokens: number
  clipped: number
}

/**
 * Memories as sections of at most `most` tokens together, each within its budget. A long one is cut at its end, between
 * lines or words. Pinned facts, which matter most to the person, come first.
 */
export function memorySections(memory: RememberedTexts, budget: MemoryBudget, most: number): MemorySections {
  const around = MEMORY_TITLE_TOKENS / 2
  const story = clippedSection('story', storyText(memory), Math.min(most, budget.story + around))
  const storyTokens = story.section?.tokens ?? 0
  const left = Math.min(most - storyTokens, budget.story + budget.recalled + 2 * around - storyTokens)
  const recalled = clippedSection('memory', recalledText(memory), left)
  return {
    story: story.section,
    recalled: recalled.section,
    tokens: storyTokens + (recalled.section?.tokens ?? 0),
    clipped: story.clipped + recalled.clipped,
  }
}

function clippedSection(kind: SectionKind, text: string, tokenBudget: number) {
  if (text === '') return { section: null, clipped: 0 }
  const kept = clipToTokens(text, tokenBudget - TOKENS_AROUND_MESSAGE - 2)
  const clipped = kept === text ? 0 : Math.max(1, countTokens(text) - countTokens(kept))
  // A heading alone says nothing.
  const section = kept.includes('\n') ? { ...sectionOf(kind, kept, TOKENS_AROUND_MESSAGE), clipped } : null
  return { section, clipped }
}

function storyText({ summary, facts }: RememberedTexts): string {
  const noted = facts.map((fact) => `- ${toSingleLine(fact)}`).join('\n')
  const parts = [
    ...(noted === '' ? [] : [FACTS_TITLE + noted]),
    ...(summary.trim() === '' ? [] : [STORY_TITLE + withoutTemplateMarks(summary).trim()]),
  ]
  return parts.join('\n\n')
}

function recalledText({ recalledFacts = [], passages }: RememberedTexts): string {
  const lines = recalledFacts.map((fact) => `- ${toSingleLine(fact)}`)
  if (passages.length > 0) lines.push(`${EXCERPTS}\n${excerpts(passages)}`)
  return lines.length === 0 ? '' : RECALLED_TITLE + lines.join('\n')
}

function excerpts(passages: RememberedTexts['passages']): string {
  let before = 0
  return passages
    .map(({ seq, speaker, text }) => {
      const gap = before > 0 && seq > before + 2 ? '…\n' : ''
      before = seq
      return `${gap}${toSingleLine(speaker)}: ${toSingleLine(text)}`
    })
    .join('\n')
}
