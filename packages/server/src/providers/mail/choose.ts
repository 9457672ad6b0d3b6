import type { Mailer } from '../../modules/accounts/module.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config.ts'
import type { Log } from '../../platform/log.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createSmtpMailer } from './smtp.ts'

/** Path of the outbox page; it exists only in local mode without SMTP. */
export const OUTBOX_PATH = '/local/outbox'

/**
 * The mailer that the settings name: SMTP, else the outbox of local mode, which is then also returned as the second
 * part.
 */
export function chooseMailer(
  settings: Pick<Settings, 'smtpUrl' | 'mailFrom'>,
  clock: Clock,
  log: Log,
  siteUrl: () => string,
): { mailer: Mailer; outbox: Outbox | null } {
  if (settings.smtpUrl) return { mailer: createSmtpMailer(settings.smtpUrl, settings.mailFrom, { log }), outbox: null }
  const outbox = createOutbox(clock, log, () => `${siteUrl()}${OUTBOX_PATH}`)
  return { mailer: outbox, outbox }
}
