import { AppError } from '../../../platform/app-error.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import type { SignedInCaller } from '../../../platform/http/caller.ts'
import type { FileReply } from '../../../platform/http/stream-reply.ts'
import type { ExportPart, ExportRequest } from '../../../platform/personal-data.ts'
import { createZip, type ZipFile } from '../../../platform/zip.ts'
import { loadPerson, lockPersonRow } from '../person.ts'
import { logSecurityEvent } from '../security-log.ts'
import { enqueueNotice } from '../security-notice.ts'
import type { AccountServices } from '../services.ts'
import { checkCardAccess } from '../viewer.ts'

/** Enough to retry an interrupted download, too few to keep a server busy. */
const LIMIT = { max: 5, windowMs: DAY_MS }

/**
 * Everything stored about a person, as a ZIP that is generated while it is downloaded. There is no link that could leak
 * and no file left behind, and memory holds only a few pages of rows, whatever the size. The owner is notified by mail.
 * @throws AppError TooManyRequests; NotSignedIn when the person no longer exists.
 */
export async function exportData(
  services: Pick<
    AccountServices,
    'database' | 'clock' | 'settings' | 'texts' | 'limiter' | 'modules' | 'jobs' | 'log' | 'appSecret'
  >,
  caller: SignedInCaller,
): Promise<FileReply> {
  const person = await loadPerson(services.database, caller.identity.personId)
  if (!person) throw new AppError('NotSignedIn')
  await services.limiter.consume(`export:${person.id}`, LIMIT)
  const { locale, country } = caller
  const request: ExportRequest = {
    person,
    canSee: ({ rating, members = [] }) => {
      const isAdult = [rating, ...members.map((member) => member.rating)].includes('nsfw')
      const card = { rating: isAdult ? ('nsfw' as const) : ('sfw' as const), suitsTeens: true }
      // A copy of one’s own data is not a meeting with a card, so the protected mode leaves nothing out.
      return checkCardAccess(services.settings, { person, country }, card) === 'yes'
    },
    canMeet: (card) => checkCardAccess(services.settings, { person, country }, card) === 'yes',
    locale,
    translate: services.texts.translate(locale),
  }
  const now = services.clock.now()
  const { userAgent } = caller
  await services.database.transaction(async (tx) => {
    if (!(await lockPersonRow(tx, person.id))) throw new AppError('NotSignedIn')
    await enqueueNotice(services, tx, { kind: 'dataExported', person, userAgent })
  })
  logSecurityEvent(services, 'data_exported', { personId: person.id, sessionId: caller.identity.sessionId })
  const day = now.toISOString().slice(0, 10)
  return { name: `everkin-${day}.zip`, pieces: createZip(filesOf(services, request, now), now) }
}

async function* filesOf(
  { database, modules }: Pick<AccountServices, 'database' | 'modules'>,
  request: ExportRequest,
  now: Date,
): AsyncGenerator<ZipFile> {
  const parts = modules.exportParts()
  yield { path: 'README.txt', pieces: readme(request, parts, now) }
  for (const part of parts) yield* part.files(database, request)
}

/** Describes each file, in the reader's language. */
async function* readme(
  { translate, canSee }: ExportRequest,
  parts: readonly ExportPart[],
  now: Date,
): AsyncGenerator<string> {
  const lines = [
    translate('personal-data.readme.title'),
    '',
    translate('personal-data.readme.made', { time: now.toISOString() }),
    translate('personal-data.readme.form'),
    ...(canSee({ rating: 'nsfw' }) ? [] : [translate('personal-data.readme.adult')]),
    '',
    ...parts.map(({ path, about }) => `${path}\n    ${translate(`personal-data.files.${about}`)}`),
    '',
    translate('personal-data.readme.missing'),
    '',
  ]
  yield lines.join('\n')
}
