import { hasOwnAgePhrase } from './age-claims.ts'
import { ageTextsOf } from './card-age-texts.ts'
import { type AgeFinding, type AgeTextKind, findMinorAge } from './card-ages.ts'

/** A group’s own texts, and the characters in it. */
export interface AgedGroup {
  name: string
  tagline: string
  tags: readonly string[]
  scenario: string
  opening: string
  members: readonly { name: string; definition?: unknown }[]
}

/**
 * Whether a group’s own texts say that one of its members is under 18, whatever age the member’s card declares [B5].
 * Children and other people may be in them; `doubtful` where the sentence may mean one of those. Linear time.
 */
export function findMinorMember({ name, tagline, tags, scenario, opening, members }: AgedGroup): AgeFinding | null {
  const names = [...new Set(members.flatMap((member) => ageTextsOf(member.definition, member.name).names))]
  const texts: [string, AgeTextKind][] = [
    [name, 'other'],
    [tagline, 'scene'],
    [tags.join(', '), 'scene'],
    [scenario, 'scene'],
    [opening, 'spoken'],
  ]
  if (texts.some(([text]) => hasOwnAgePhrase(withPlaceholders(text, names), ''))) return 'stated'
  let finding: AgeFinding | null = null
  for (const [text, kind] of texts) {
    const found = findMinorAge(text, names, kind)
    if (found === 'stated') return found
    finding ??= found
  }
  return finding
}

/** Replaces each member's name by the placeholder for the character in the phrases; longer names first. */
function withPlaceholders(text: string, names: readonly string[]): string {
  return [...names]
    .sort((one, other) => other.length - one.length)
    .reduce((marked, name) => (name.length > 1 ? marked.replaceAll(name, ' char ') : marked), text)
}
