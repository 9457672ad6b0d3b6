import type { Queryable, Transaction } from '../../platform/db/database.ts'
import type { ModeratedSurface } from './moderation/moderation-model.ts'
import { RULE_VERSION } from './rules.ts'
import type { Verdict } from './screening/screen-text.ts'
import { clearVerdictRefs, incrementCrisisCount, insertVerdict, type VerdictRef } from './store.ts'

/**
 * Stores the verdict with the version of the rules and the moderation model, if it comes from one (B6), never the text.
 * A clear verdict is not stored, and no reference to a person who was erased meanwhile.
 */
export async function recordVerdict(
  db: Queryable,
  facts: { surface: ModeratedSurface; ref: VerdictRef | null; verdict: Verdict; now: Date },
): Promise<void> {
  const { verdict } = facts
  if (verdict.kind === 'clear') return
  await insertVerdict(db, {
    surface: facts.surface,
    ref: facts.ref,
    verdict: verdict.kind,
    category: verdict.category,
    rule: verdict.rule,
    ruleVersion: RULE_VERSION,
    model: verdict.model ?? null,
    now: facts.now,
  })
}

/** Removes the references from verdicts to an erased person or their chats; the verdict itself stays (B6). */
export async function eraseVerdictRefs(tx: Transaction, ids: readonly string[]): Promise<void> {
  await clearVerdictRefs(tx, ids)
}

/** Counts a crisis notice of this kind on its day, in UTC, without reference to a person (C5). */
export async function countCrisisNotice(db: Queryable, kind: 'crisis' | 'crisis_imminent', now: Date): Promise<void> {
  await incrementCrisisCount(db, now.toISOString().slice(0, 10), kind)
}
