import type { Cue } from './find-cues.ts'

/** A rule is hit by one cue, or by two at most `within` folded characters apart, in either order. */
export type CueRule<Category extends string> = {
  rule: string
  category: Category
  /** Groups of the lexicon, one bit each. */
  cues: readonly [number] | readonly [number, number]
  within: number
  /** Cues of this group before the hit make it doubtful instead of certain; 0 for none. */
  softenedBy: number
}

/**
 * Two cues at most `within` folded characters apart, in either order, that together are one of the group `makes`:
 * “turns 18” and “in two years”. It spans both.
 */
export type CombinedCue = {
  cues: readonly [number, number]
  within: number
  makes: number
}

/** A rule that was hit, and the cues that hit it. */
export type RuleHit<Category extends string> = {
  rule: string
  category: Category
  isDoubtful: boolean
  /** The cue that completed the hit, and the one it was completed with (the same for a rule of one cue). */
  cue: Cue
  partner: Cue
}

export type RuleEvaluatorSettings<Category extends string> = {
  /** In the order in which hits of one cue are reported. */
  rules: readonly CueRule<Category>[]
  combinations?: readonly CombinedCue[]
  /** How far before a hit a softening cue still counts, in folded characters; null when nothing softens. */
  softeningReach: number | null
}

/**
 * Evaluates cues one by one, in order of their end, and remembers the last of each kind: only the nearest earlier cue
 * matters, so a text full of cues costs no more than its length.
 */
export class RuleEvaluator<Category extends string> {
  private readonly last = new Map<number, Cue>()
  private readonly settings: RuleEvaluatorSettings<Category>
  /** The kinds of cue that complete a rule of one cue. */
  private readonly completeAlone: number

  constructor(settings: RuleEvaluatorSettings<Category>) {
    this.settings = settings
    this.completeAlone = settings.rules.reduce((groups, { cues }) => (cues.length === 1 ? groups | cues[0] : groups), 0)
  }

  /** The rules this cue completes, alone or as part of a combined one, certain hits first; empty when none. */
  add(cue: Cue): RuleHit<Category>[] {
    const hits = this.addOne(cue)
    for (const combined of this.combinationsWith(cue)) hits.push(...this.addOne(combined))
    return hits.sort((one, other) => Number(one.isDoubtful) - Number(other.isDoubtful))
  }

  /** The kinds of cue that would complete a rule if one began at this folded position. */
  completingGroups(position: number): number {
    if (this.last.size === 0) return this.completeAlone
    let groups = this.completingRules(position)
    for (const { cues, within, makes } of this.settings.combinations ?? []) {
      const [one, other] = cues
      if (this.wouldCombine(one, position, within, makes)) groups |= other
      if (this.wouldCombine(other, position, within, makes)) groups |= one
    }
    return groups
  }

  /** A copy with the same state, for trying out what would follow. */
  copy(): RuleEvaluator<Category> {
    const evaluator = new RuleEvaluator(this.settings)
    for (const [group, cue] of this.last) evaluator.last.set(group, cue)
    return evaluator
  }

  private addOne(cue: Cue): RuleHit<Category>[] {
    const hits: RuleHit<Category>[] = []
    for (const rule of this.settings.rules) {
      const partner = this.partnerOf(cue, rule)
      if (partner === null) continue
      const isDoubtful = rule.softenedBy !== 0 && this.comesAfter(rule.softenedBy, cue)
      hits.push({ rule: rule.rule, category: rule.category, isDoubtful, cue, partner })
    }
    this.last.set(cue.group, cue)
    return hits
  }

  private combinationsWith(cue: Cue): Cue[] {
    return (this.settings.combinations ?? []).flatMap((combination) => {
      const partner = this.partnerOf(cue, combination)
      return partner === null ? [] : [joined(partner, cue, combination.makes)]
    })
  }

  private completingRules(position: number): number {
    let groups = this.completeAlone
    for (const { cues, within } of this.settings.rules) {
      const [one, other] = cues
      if (other === undefined) continue
      if (this.isNear(one, position, within)) groups |= other
      if (this.isNear(other, position, within)) groups |= one
    }
    return groups
  }

  /** Whether a cue at this position would, with the last one of `group`, make a cue that completes a rule. */
  private wouldCombine(group: number, position: number, within: number, makes: number): boolean {
    const earlier = this.last.get(group)
    if (earlier === undefined || position - earlier.positionEnd > within) return false
    return (this.completingRules(Math.min(position, earlier.position)) & makes) !== 0
  }

  private isNear(group: number, position: number, within: number): boolean {
    const cue = this.last.get(group)
    return cue !== undefined && position - cue.positionEnd <= within
  }

  private partnerOf(cue: Cue, { cues, within }: Pick<CueRule<Category>, 'cues' | 'within'>): Cue | null {
    const [one, other] = cues
    if (other === undefined) return cue.group === one ? cue : null
    if (cue.group !== one && cue.group !== other) return null
    const partner = this.last.get(cue.group === one ? other : one)
    return partner !== undefined && cue.position - partner.positionEnd <= within ? partner : null
  }

  private comesAfter(softening: number, cue: Cue): boolean {
    const { softeningReach } = this.settings
    const earlier = this.last.get(softening)
    return softeningReach !== null && earlier !== undefined && cue.position - earlier.positionEnd <= softeningReach
  }
}

/** Positions before 0 are in an earlier text, whose offsets mean nothing in the later one. */
function joined(earlier: Cue, later: Cue, group: number): Cue {
  const isInOneText = earlier.position >= 0 || later.position < 0
  return {
    group,
    start: isInOneText ? Math.min(earlier.start, later.start) : later.start,
    end: later.end,
    position: Math.min(earlier.position, later.position),
    positionEnd: Math.max(earlier.positionEnd, later.positionEnd),
  }
}
