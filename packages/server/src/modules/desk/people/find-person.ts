import type { ApiData } from '@everkin/contract/api-types.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Database } from '../../../platform/db/database.ts'
import { HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts'
import type { SignedInCaller } from '../../../platform/http/caller.ts'
import { isOwnerBySettings, listSessions, listSuspensions, loadPerson, operatorRoleOf } from '../../accounts/module.ts'
import { listOrders, orderView } from '../../billing/module.ts'
import { listCardIdsOf } from '../../characters/module.ts'
import { recordAudit, wasRecordedSince } from '../../operators/module.ts'
import { countReportsAbout, countReportsBy } from '../../safety/module.ts'
import { isWalletFrozen, walletPort } from '../../wallet/module.ts'
import type { DeskServices } from '../services.ts'
import { selectPeopleLike } from './people-store.ts'

const FIND_LIMIT = { max: 60, windowMs: MINUTE_MS }
/** Viewing a person again within this time is not recorded again. */
const VIEW_LOG_INTERVAL_MS = HOUR_MS
/** The rows of the ledger and the orders that are shown. */
const SHOWN = { limit: 10 }

/** Finds people by nickname, id or whole mail address. @throws AppError TooManyRequests. */
export async function findPeople(
  services: DeskServices,
  words: string,
  caller: SignedInCaller,
): Promise<ApiData<'POST /api/desk/people/find'>> {
  await services.limiter.consume(`desk-find:${caller.identity.personId}`, FIND_LIMIT)
  const found = await selectPeopleLike(services.database, words.trim())
  return Promise.all(
    found.map(async ({ id, nickname, createdAt, suspended }) => {
      const person = await loadPerson(services.database, id)
      const role = person && operatorRoleOf(person, services.settings)
      return { id, nickname, created_at: createdAt.toISOString(), suspended, role }
    }),
  )
}

/**
 * What support needs to know of a person. The look is recorded, once an hour for the same operator and person.
 * @throws AppError NotFound for someone unknown or a guest.
 */
export async function viewPerson(
  services: DeskServices,
  personId: string,
  caller: SignedInCaller,
): Promise<ApiData<'GET /api/desk/people/person'>> {
  const { database, clock, settings } = services
  const now = clock.now()
  const person = await loadPerson(database, personId)
  if (!person || person.guestMessagesLeft !== null) throw new AppError('NotFound')
  await recordView(database, { actorId: caller.identity.personId, personId, now })
  const role = operatorRoleOf(person, settings)
  const orders = await listOrders(database, personId, SHOWN)
  const reader = { locale: caller.locale, refundDays: settings.refundDays, now }
  const about = await countReportsAbout(database, [personId, ...(await listCardIdsOf(database, personId))])
  return {
    id: person.id,
    nickname: person.nickname,
    email: person.email,
    created_at: person.createdAt.toISOString(),
    lang: person.lang,
    role,
    role_by_settings: isOwnerBySettings(person, settings),
    age_state: person.ageState,
    adult_content: person.nsfw,
    member_until: person.memberUntilSeconds === 0 ? null : new Date(person.memberUntilSeconds * 1000).toISOString(),
    wallet: await walletPort.read(database, personId, now),
    wallet_frozen: await isWalletFrozen(database, personId),
    ledger: (await walletPort.history(database, personId, SHOWN)).list,
    orders: orders.list.map((order) => orderView(order, reader)),
    sessions: (await listSessions(database, personId, now)).map(({ device, created_at, last_seen_at }) => ({
      device,
      created_at: created_at.toISOString(),
      last_seen_at: last_seen_at.toISOString(),
    })),
    reports_by: await countReportsBy(database, personId),
    reports_about: about.all,
    open_reports_about: about.open,
    suspensions: (await listSuspensions(database, personId)).map(({ id, reason, suspendedAt, endedAt }) => ({
      id,
      reason,
      suspended_at: suspendedAt.toISOString(),
      ended_at: endedAt?.toISOString() ?? null,
    })),
    may_act: person.id !== caller.identity.personId && (caller.identity.role === 'owner' || role === null),
  }
}

async function recordView(
  database: Database,
  { actorId, personId, now }: { actorId: string; personId: string; now: Date },
): Promise<void> {
  const action = 'person.viewed'
  const since = new Date(now.getTime() - VIEW_LOG_INTERVAL_MS)
  if (await wasRecordedSince(database, { actorId, action, targetPersonId: personId, since })) return
  await database.transaction((tx) =>
    recordAudit(tx, { actorId, action, targetType: 'person', targetId: personId, now }),
  )
}
