import { type DepthNote, noteSection } from './arrange-messages.ts'
import { clipToTokens, countTokens } from './count-tokens.ts'
import { withoutTemplateMarks } from './loose-fields.ts'
import { expandMacros, type MacroContext } from './macros.ts'
import type { BuildPromptInput } from './prompt-input.ts'

/** The person's note to the author as it goes into the prompt; a longer one than `tokenBudget` keeps its beginning. */
export function authorsNote(
  note: BuildPromptInput['note'],
  context: MacroContext,
  tokenBudget: number,
): (DepthNote & { clipped: number }) | null {
  const words = note ? expandMacros(withoutTemplateMarks(note.text), context).trim() : ''
  if (!note || words === '') return null
  const kept = clipToTokens(words, tokenBudget)
  if (kept === '') return null
  const clipped = kept === words ? 0 : Math.max(1, countTokens(words) - countTokens(kept))
  return { depth: note.depth, role: 'system', clipped, section: { ...noteSection('note', kept), clipped } }
}
