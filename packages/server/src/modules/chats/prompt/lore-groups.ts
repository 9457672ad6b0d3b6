import { createSeededRandom } from '../../../platform/seeded-random.ts'
import type { LoreEntry } from './lore-book.ts'

export interface GroupCandidate {
  entry: LoreEntry
  /** Triggered in an earlier turn and still active. */
  isSticky: boolean
  /** How many of its keys were found. */
  countKeys(): number
}

/**
 * Leaves at most one member of each inclusion group, as SillyTavern does: none once the group has its member, else the
 * sticky ones, else those with the most keys found, then the one that overrides with the highest order, then one by
 * weight. The same seed makes the same choice.
 */
export function resolveGroups<Candidate extends GroupCandidate>(
  candidates: readonly Candidate[],
  taken: ReadonlySet<string>,
  seed: string,
): Candidate[] {
  const members = new Map<string, Candidate[]>()
  for (const candidate of candidates) {
    for (const group of candidate.entry.groups) members.set(group, [...(members.get(group) ?? []), candidate])
  }
  if (members.size === 0) return [...candidates]
  const removed = new Set<Candidate>()
  for (const [group, all] of members) {
    const left = all.filter((candidate) => !removed.has(candidate))
    const kept = taken.has(group) ? new Set<Candidate>() : new Set(chooseMembers(left, `${seed}/group/${group}`))
    for (const candidate of left) if (!kept.has(candidate)) removed.add(candidate)
  }
  return candidates.filter((candidate) => !removed.has(candidate))
}

function chooseMembers<Candidate extends GroupCandidate>(members: readonly Candidate[], seed: string): Candidate[] {
  const sticky = members.filter((member) => member.isSticky)
  if (sticky.length > 0) return sticky
  const left = withMostKeys(members)
  if (left.length <= 1) return left
  const winner = left
    .filter(({ entry }) => entry.winsGroup)
    .reduce<Candidate | null>((best, next) => (best && best.entry.order >= next.entry.order ? best : next), null)
  if (winner) return [winner]
  const total = left.reduce((sum, { entry }) => sum + entry.groupWeight, 0)
  let roll = createSeededRandom(seed)() * total
  const chosen = left.find(({ entry }) => {
    roll -= entry.groupWeight
    return roll < 0
  })
  return [chosen ?? left[0]].filter((candidate) => candidate !== undefined)
}

function withMostKeys<Candidate extends GroupCandidate>(members: readonly Candidate[]): Candidate[] {
  if (!members.some(({ entry }) => entry.scoresGroup)) return [...members]
  const scores = new Map(members.map((member) => [member, member.countKeys()]))
  const most = Math.max(...scores.values())
  return members.filter((member) => !member.entry.scoresGroup || scores.get(member) === most)
}
