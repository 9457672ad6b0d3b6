import { isolateName } from '@everkin/contract/isolate-name.ts'
import { LOCALES } from '@everkin/contract/locales.ts'
import type { Translate } from '@everkin/contract/translate.ts'
import { onlyRow, type Queryable, type Transaction } from '../../platform/db/database.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts'
import { newId } from '../../platform/ids.ts'
import type { JobHandler } from '../../platform/jobs/run-job.ts'
import { AddressRejected, type Mail } from './mailer.ts'
import { loadPerson, type Person } from './person.ts'
import type { AccountServices } from './services.ts'
import { deviceName } from './sessions/open-session.ts'
import { mailHtml } from './sign-in/code-mail.ts'
import type { IdentityProvider } from './sign-in/identity-verifier.ts'

/** Events of which the owner of an account is notified by mail, no matter who caused them. */
export type NoticeKind =
  | 'newSignIn'
  | 'passwordSet'
  | 'passwordChanged'
  | 'identityLinked'
  | 'identityUnlinked'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'dataExported'
  | 'exportOffered'
  | 'accountDeleted'
  | 'suspended'
  | 'restored'

type SuspensionNotice = 'suspended' | 'restored'

/** What the notice of a change by someone who is signed in contains. */
export type EnqueuedNotice = Exclude<NoticeKind, 'accountDeleted' | SuspensionNotice>

interface Notice {
  kind: NoticeKind
  provider: IdentityProvider | null
  /** As the list of devices names it; empty when unknown. */
  device: string
  createdAt: Date
}

/** The kind of job that sends one notice. */
export const SECURITY_NOTICE_JOB = 'send-security-notice'

/** A notice that could not be sent for this long is dropped. */
export const NOTICE_LIFETIME_MS = 7 * DAY_MS

const PROVIDER_NAMES = { google: 'Google', facebook: 'Facebook' } as const satisfies Record<IdentityProvider, string>

/**
 * Tells the owner about a change, by a mail that is sent after the transaction, and retried for days while the mail
 * server cannot take it. Does nothing for an account without an address.
 */
export async function enqueueNotice(
  services: Pick<AccountServices, 'jobs' | 'clock'>,
  tx: Transaction,
  notice: {
    kind: EnqueuedNotice
    person: Pick<Person, 'id' | 'email'>
    userAgent: string
    provider?: IdentityProvider
  },
): Promise<void> {
  const { person, kind, provider = null, userAgent } = notice
  if (person.email === null) return
  const now = services.clock.now()
  const id = newId(now)
  await tx.query(
    `insert into security_notice (id, person_id, kind, provider, device, created_at) values ($1, $2, $3, $4, $5, $6)`,
    [id, person.id, kind, provider, deviceName(userAgent), now],
  )
  await services.jobs.enqueue(tx, { kind: SECURITY_NOTICE_JOB, key: id, personId: person.id })
}

/** A decision can be undone for a minute; until then nothing is sent. */
const SUSPENSION_NOTICE_DELAY_MS = MINUTE_MS

/**
 * Tells a person by mail that their account was suspended or restored, a minute later, without the reason: that is on
 * the page that they reach by signing in. If the opposite has not been sent yet, it is taken back, and nothing is sent.
 */
export async function enqueueSuspensionNotice(
  { jobs }: Pick<AccountServices, 'jobs'>,
  tx: Transaction,
  { kind, person, now }: { kind: SuspensionNotice; person: Pick<Person, 'id' | 'email'>; now: Date },
): Promise<void> {
  if (person.email === null) return
  const opposite: SuspensionNotice = kind === 'suspended' ? 'restored' : 'suspended'
  const takenBack = await tx.query('delete from security_notice where person_id = $1 and kind = $2 returning id', [
    person.id,
    opposite,
  ])
  if (takenBack.length > 0) return
  const id = newId(now)
  await tx.query(`insert into security_notice (id, person_id, kind, device, created_at) values ($1, $2, $3, '', $4)`, [
    id,
    person.id,
    kind,
    now,
  ])
  const runAt = new Date(now.getTime() + SUSPENSION_NOTICE_DELAY_MS)
  await jobs.enqueue(tx, { kind: SECURITY_NOTICE_JOB, key: id, personId: person.id, runAt })
}

/**
 * Sends a notice in the owner's language; one to an address that the mail server rejects for good is dropped. A mail may
 * go out twice if the process dies right after sending it.
 */
export function securityNoticeJob(services: Pick<AccountServices, 'database' | 'mailer' | 'texts'>): JobHandler {
  return {
    concurrency: 2,
    maxAttempts: 8,
    run: async ({ key: id }) => {
      const notice = onlyRow(
        await services.database.query<Notice & { personId: string }>(
          `select kind, provider, device, created_at as "createdAt", person_id as "personId"
           from security_notice where id = $1`,
          [id],
        ),
      )
      const person = notice && (await loadPerson(services.database, notice.personId))
      if (notice && person?.email) {
        const to = { email: person.email, lang: person.lang, timeZone: person.timeZone }
        const mail = noticeMail(notice, to, services.texts.translate(person.lang))
        await services.mailer.send(mail).catch((error: unknown) => {
          // Retries would be rejected as well, and harm the sender’s reputation.
          if (!(error instanceof AddressRejected)) throw error
        })
      }
      await services.database.query('delete from security_notice where id = $1', [id])
      return undefined
    },
  }
}

export async function deleteNoticesBefore(db: Queryable, before: Date): Promise<void> {
  await db.query('delete from security_notice where created_at <= $1', [before])
}

/** What operators did, or were asked for: the owner’s device has no part in it. */
const WITHOUT_DEVICE: readonly NoticeKind[] = ['exportOffered', 'suspended', 'restored']

/** The mail of a notice. It holds no link, so that a forged copy has nothing to look like. */
export function noticeMail(
  { kind, provider, device, createdAt }: Notice,
  to: { email: string; lang: Person['lang']; timeZone: string | null },
  translate: Translate,
): Mail {
  const { lang: locale, timeZone } = to
  const time = new Intl.DateTimeFormat(LOCALES[locale].intl, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    timeZone: timeZone ?? 'UTC',
    timeZoneName: 'short',
  }).format(createdAt)
  const paragraphs = [
    translate('accounts.mail.notice.hello'),
    translate(`accounts.mail.notice.${kind}.text`, provider ? { provider: PROVIDER_NAMES[provider] } : {}),
    ...(WITHOUT_DEVICE.includes(kind)
      ? []
      : [
          translate('accounts.mail.notice.where', {
            device: device === '' ? translate('accounts.mail.notice.unknownDevice') : isolateName(device, locale),
            time,
          }),
        ]),
    ...(kind === 'accountDeleted' || WITHOUT_DEVICE.includes(kind) ? [] : [translate('accounts.mail.notice.advice')]),
    'Everkin',
  ]
  const text = paragraphs.join('\n\n')
  return {
    to: to.email,
    subject: translate(`accounts.mail.notice.${kind}.subject`),
    text,
    html: mailHtml(text, locale),
    locale,
  }
}
