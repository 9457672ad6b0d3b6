import { AppError } from '../../../platform/app-error.ts'
import type { SignedInCaller } from '../../../platform/http/caller.ts'
import type { FileReply } from '../../../platform/http/stream-reply.ts'
import { createZip, type ZipFile } from '../../../platform/zip.ts'
import { checkRatingAccess } from '../../safety/module.ts'
import { loadPerson } from '../person.ts'
import type { AccountServices } from '../services.ts'
import { ratingSettingsOf, viewerOf } from '../viewer.ts'
import type { ExportPart, ExportRequest } from './personal-data-export.ts'

/** Enough for a copy that broke off, too few to keep a server busy with. */
const LIMIT = { max: 5, windowMs: 86_400_000 }

/**
 * Everything that is kept of a person as a ZIP that is made while it is read: no link that could leak, nothing lying
 * about afterwards, and a few pages of rows in memory however much it is.
 * @throws AppError TooManyRequests, NotSignedIn when the person is gone.
 */
export async function exportData(
  services: Pick<AccountServices, 'database' | 'clock' | 'settings' | 'texts' | 'limiter' | 'exportParts'>,
  caller: SignedInCaller,
): Promise<FileReply> {
  const person = await loadPerson(services.database, caller.identity.personId)
  if (!person) throw new AppError('NotSignedIn')
  services.limiter.consume(`export:${person.id}`, LIMIT)
  const { locale, country } = caller
  const asked: ExportRequest = { person, country, locale, translate: services.texts.translate(locale) }
  const now = services.clock.now()
  const day = now.toISOString().slice(0, 10)
  return { name: `everkin-${day}.zip`, pieces: createZip(filesOf(services, asked, now), now) }
}

async function* filesOf(
  services: Pick<AccountServices, 'database' | 'settings' | 'exportParts'>,
  asked: ExportRequest,
  now: Date,
): AsyncGenerator<ZipFile> {
  const ratings = ratingSettingsOf(services.settings)
  const seesAll = checkRatingAccess(viewerOf(asked.person, asked.country), 'nsfw', ratings) === 'yes'
  yield { path: 'README.txt', pieces: readme(asked, services.exportParts, { now, seesAll }) }
  for (const part of services.exportParts) yield* part.files(services.database, asked)
}

/** What each file is, in the reader's language. */
async function* readme(
  { translate }: ExportRequest,
  parts: readonly ExportPart[],
  { now, seesAll }: { now: Date; seesAll: boolean },
): AsyncGenerator<string> {
  const lines = [
    translate('personal-data.readme.title'),
    '',
    translate('personal-data.readme.made', { time: now.toISOString() }),
    translate('personal-data.readme.form'),
    ...(seesAll ? [] : [translate('personal-data.readme.adult')]),
    '',
    ...parts.map(({ path, about }) => `${path}\n    ${translate(`personal-data.files.${about}`)}`),
    '',
    translate('personal-data.readme.missing'),
    '',
  ]
  yield lines.join('\n')
}
