/** What a prompt is made of, as people think of it; each has a colour that is the same wherever it is shown. */
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

/** Of kinds of sections, as the server names them. */
const PART_BY_KIND: Record<string, PromptPart> = {
  safety: 'rules',
  persona: 'you',
  lore: 'lore',
  memory: 'memory',
  history: 'history',
  note: 'note',
}

/** The part that a section belongs to; whatever has no part of its own describes the character. */
export function promptPartOf(kind: string): PromptPart {
  return PART_BY_KIND[kind] ?? 'card'
}

/** The class that sets a part's colour. */
export function partClass(part: PromptPart): string {
  return PART_CLASS[part]
}

/** Tokens by part, in the order in which the parts first appear; parts that take none are left out. */
export function sumParts(
  sections: readonly { kind: string; tokens: number }[],
): { part: PromptPart; tokens: number }[] {
  const sums = new Map<PromptPart, number>()
  for (const { kind, tokens } of sections) sums.set(promptPartOf(kind), (sums.get(promptPartOf(kind)) ?? 0) + tokens)
  return [...sums].flatMap(([part, tokens]) => (tokens > 0 ? [{ part, tokens }] : []))
}
