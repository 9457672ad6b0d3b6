import type { Locale } from '@everkin/contract/locales.ts'
import type { ServerFrameOf } from '@everkin/contract/types.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { JobHandler } from '../../platform/jobs/run-job.ts'
import { bumpUserRev, loadPerson } from '../accounts/module.ts'
import { insertNotices, markAnnounced, type NoticeKind, selectLatestUnread, selectUnannounced } from './notice-store.ts'
import type { ModerationServices } from './services.ts'

/** The kind of job that notifies open pages of a decision, once it is shown. */
export const ANNOUNCE_NOTICES_JOB = 'announce-notices'

/** Notifies people of a decision from a given time on, each once, and their open pages at that time. */
export async function notifyPeople(
  { jobs }: Pick<ModerationServices, 'jobs'>,
  tx: Transaction,
  decisionId: string,
  people: readonly { personId: string; kind: NoticeKind }[],
  at: { now: Date; shownFrom: Date },
): Promise<void> {
  if (people.length === 0) return
  await insertNotices(tx, decisionId, people, at)
  await jobs.enqueue(tx, { kind: ANNOUNCE_NOTICES_JOB, key: decisionId, runAt: at.shownFrom })
}

/**
 * Sends `notices.updated` to the open pages of everyone who is notified of one decision. Each notice takes a revision
 * of its person first, so that a page that was away learns of it from `sync`. One that was undone has no notices any
 * more.
 */
export function announceNoticesJob(
  services: Pick<ModerationServices, 'database' | 'clock' | 'live' | 'texts'>,
): JobHandler {
  const { database, clock, live } = services
  return {
    concurrency: 1,
    maxAttempts: 5,
    run: async ({ key: decisionId }) => {
      for (const { id, personId } of await selectUnannounced(database, decisionId, clock.now())) {
        await database.transaction(async (tx) => {
          const userRev = await bumpUserRev(tx, personId)
          await markAnnounced(tx, id, userRev)
        })
        const locale = (await loadPerson(database, personId))?.lang
        const frames = locale ? await noticeFramesSince(services, personId, { userRev: 0, locale }) : []
        for (const frame of frames) live.publishToPerson(personId, frame)
      }
      return undefined
    },
  }
}

/** What a page that was away since a revision is sent: that there are new notices, if any are unread. */
export async function noticeFramesSince(
  { database, clock, texts }: Pick<ModerationServices, 'database' | 'clock' | 'texts'>,
  personId: string,
  since: { userRev: number; locale: Locale },
): Promise<ServerFrameOf<'notices.updated'>[]> {
  const latest = await selectLatestUnread(database, personId, since.userRev, clock.now())
  if (!latest) return []
  const translate = texts.translate(since.locale)
  return [
    {
      type: 'notices.updated',
      notice_id: latest.id,
      unread: latest.unread,
      text: translate('moderation.notices.told'),
      action: translate('moderation.notices.look'),
    },
  ]
}
