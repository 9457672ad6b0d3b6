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

/** Sums tokens by part, in order of first appearance; empty parts are left out. */
export function sumParts(
  sections: readonly { kind: string; tokens: number }[],
): { part: PromptPart; tokens: number }[] {
  const sums = new Map<PromptPart, number>()
  for (const { kind, tokens } of sections) sums.set(promptPartOf(kind), (sums.get(promptPartOf(kind)) ?? 0) + tokens)
  return [...sums].flatMap(([part, tokens]) => (tokens > 0 ? [{ part, tokens }] : []))
}
