import type { Transaction } from '../../platform/db/database.ts'
import { yieldIfDue } from '../../platform/event-loop.ts'
import type { JobHandler } from '../../platform/jobs/run-job.ts'
import { selectGroupsOf, type WrittenCard } from '../characters/module.ts'
import { type RejudgeServices, rejudgeCard } from './rejudge-cards.ts'
import type { CardEditorServices } from './services.ts'

/** The kind of job that judges the groups of a renamed character again; its key is the character. */
export const REJUDGE_GROUPS_JOB = 'rejudge-groups'

const BATCH_SIZE = 20

/** The texts of a group may state the age of whoever has a member’s new name (B5). */
export async function rejudgeGroupsOnRename(
  { jobs }: Pick<CardEditorServices, 'jobs'>,
  tx: Transaction,
  before: WrittenCard | null,
  card: WrittenCard,
): Promise<void> {
  if (!before || card.type !== 'single' || !card.creatorId || haveSameNames(before, card)) return
  await jobs.enqueue(tx, { kind: REJUDGE_GROUPS_JOB, key: card.id, personId: card.creatorId })
}

function haveSameNames(before: WrittenCard, after: WrittenCard): boolean {
  return before.name === after.name && before.definition?.nickname === after.definition?.nickname
}

/** Judges every group of a character again, including those of other people. It is idempotent. */
export function rejudgeGroupsJob(services: RejudgeServices): JobHandler {
  return {
    concurrency: 1,
    maxAttempts: 20,
    async run({ key: memberId }, signal) {
      for (let after = ''; ; ) {
        const ids = await selectGroupsOf(services.database, memberId, after, BATCH_SIZE)
        for (const id of ids) {
          signal.throwIfAborted()
          await yieldIfDue()
          await rejudgeCard(services, id, { isRenamed: true })
        }
        const last = ids.at(-1)
        if (last === undefined) return undefined
        after = last
      }
    },
  }
}
