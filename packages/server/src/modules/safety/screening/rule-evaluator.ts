import { type SafetyCategory, SCREENING_RULES, type ScreeningRule, STUDY_REACH } from '../rules.ts'
import type { Cue } from '../text/find-cues.ts'

/** A rule that was hit, and the cues that hit it. */
export type RuleHit = {
  rule: string
  category: SafetyCategory
  isDoubtful: boolean
  /** The cue that completed the hit, and the one it was completed with (the same for a rule of one cue). */
  cue: Cue
  partner: Cue
}

/** Whether words of study may soften a hit depends on where and how a text is used. */
export type RuleEvaluatorSettings = { studySoftens: boolean }

/**
 * Evaluates cues one by one, in order of their end, and remembers the last of each kind: only the nearest earlier cue
 * matters, so a text full of cues costs no more than its length.
 */
export class RuleEvaluator {
  private readonly last = new Map<number, Cue>()
  private readonly settings: RuleEvaluatorSettings

  constructor(settings: RuleEvaluatorSettings) {
    this.settings = settings
  }

  /** The rules this cue completes, strictest first; empty when none. */
  add(cue: Cue): RuleHit[] {
    const hits: RuleHit[] = []
    for (const rule of SCREENING_RULES) {
      const partner = this.partnerOf(cue, rule)
      if (partner === null) continue
      const isDoubtful = rule.softenedBy !== 0 && this.settings.studySoftens && this.comesAfter(rule.softenedBy, cue)
      hits.push({ rule: rule.rule, category: rule.category, isDoubtful, cue, partner })
    }
    this.last.set(cue.group, cue)
    return hits.sort((one, other) => Number(one.isDoubtful) - Number(other.isDoubtful))
  }

  /** The kinds of cue that would complete a rule if one began at this folded position. */
  completingGroups(position: number): number {
    let groups = 0
    for (const { cues, within } of SCREENING_RULES) {
      const [one, other] = cues
      if (other === undefined) groups |= one
      else {
        if (this.isNear(one, position, within)) groups |= other
        if (this.isNear(other, position, within)) groups |= one
      }
    }
    return groups
  }

  /** A copy with the same state, for trying out what would follow. */
  copy(): RuleEvaluator {
    const evaluator = new RuleEvaluator(this.settings)
    for (const [group, cue] of this.last) evaluator.last.set(group, cue)
    return evaluator
  }

  private isNear(group: number, position: number, within: number): boolean {
    const cue = this.last.get(group)
    return cue !== undefined && position - cue.positionEnd <= within
  }

  private partnerOf(cue: Cue, { cues, within }: ScreeningRule): Cue | null {
    const [one, other] = cues
    if (other === undefined) return cue.group === one ? cue : null
    if (cue.group !== one && cue.group !== other) return null
    const partner = this.last.get(cue.group === one ? other : one)
    return partner !== undefined && cue.position - partner.positionEnd <= within ? partner : null
  }

  private comesAfter(softening: number, cue: Cue): boolean {
    const study = this.last.get(softening)
    return study !== undefined && cue.position - study.positionEnd <= STUDY_REACH
  }
}
