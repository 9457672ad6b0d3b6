import type { Queryable } from '../../platform/db/database.ts'
import { RULE_VERSION } from './rules.ts'
import type { ScreenedSurface, Verdict } from './screen-text.ts'
import { insertVerdict } from './store.ts'

/** Keeps what the rules decided and by which version of them (B6), never the text. A clear verdict leaves no row. */
export async function recordVerdict(
  db: Queryable,
  facts: { surface: ScreenedSurface; ref: string | null; verdict: Verdict; now: Date },
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
    now: facts.now,
  })
}
