/** The parts of a prompt as shown to people; each has a colour that is the same everywhere. */
export type PromptPart = 'rules' | 'card' | 'you' | 'lore' | 'memory' | 'history' | 'note'

const PART_CLASS: Record<PromptPart, string> = {
  rules: 'cloth-teal',
  card: 'cloth-moss',
  you: 'cloth-clay',
  lore: 'cloth-brass',
  memory: 'cloth-rose',
  history: 'cloth-slate',
  note: 'cloth-plum',
}

/** Maps the server's kinds of sections to parts. */
const PART_BY_KIND: Record<string, PromptPart> = {
  safety: 'rules',
  reminder: 'rules',
  persona: 'you',
  lore: 'lore',
  story: 'memory',
  memory: 'memory',
  history: 'history',
  note: 'note',
}

/** The part that a section belongs to; unknown kinds count as description of the character. */
export function promptPartOf(kind: string): PromptPart {
  return PART_BY_KIND[kind] ?? 'card'
}

/** The CSS class that sets a part's colour. */
export function partClass(part: PromptPart): string {
  return PART_CLASS[part]
}

/** What a character is told to do has a colour of its own where every section is listed. */
const INSTRUCTIONS = new Set(['instructions', 'post_history', 'continue', 'unasked'])

/** The CSS class that sets a section's colour. */
export function sectionClass(kind: string): string {
  return INSTRUCTIONS.has(kind) ? 'cloth-tide' : partClass(promptPartOf(kind))
}

const SECTION_NAMES = {
  safety: 'memory.fits.rules',
  instructions: 'chats.prompt.parts.instructions',
  lore: 'memory.fits.lore',
  persona: 'memory.fits.you',
  description: 'chats.prompt.parts.description',
  personality: 'chats.prompt.parts.personality',
  scenario: 'chats.prompt.parts.scenario',
  story: 'memory.story.title',
  memory: 'memory.fits.memory',
  examples: 'chats.prompt.parts.examples',
  history: 'memory.fits.history',
  depth: 'chats.prompt.parts.depth',
  note: 'memory.fits.note',
  post_history: 'chats.prompt.parts.closing',
  reminder: 'chats.prompt.parts.reminder',
  continue: 'chats.message.continue',
  unasked: 'chats.prompt.parts.unasked',
} as const

/** The text that names a section; null for a kind that this page does not know. */
export function sectionNameKey(kind: string) {
  return kind in SECTION_NAMES ? SECTION_NAMES[kind as keyof typeof SECTION_NAMES] : null // just looked up
}

/** Sums tokens by part, in order of first appearance; empty parts are left out. */
export function sumParts(
  sections: readonly { kind: string; tokens: number }[],
): { part: PromptPart; tokens: number }[] {
  const sums = new Map<PromptPart, number>()
  for (const { kind, tokens } of sections) sums.set(promptPartOf(kind), (sums.get(promptPartOf(kind)) ?? 0) + tokens)
  return [...sums].flatMap(([part, tokens]) => (tokens > 0 ? [{ part, tokens }] : []))
}
