import { figures } from '@everkin/contract/http/figures.ts'
import { peopleDesk } from '@everkin/contract/http/people-desk.ts'
import { bindHandlers, type Handlers } from '../../platform/http/handlers.ts'
import type { ServerCore, ServerModule } from '../../platform/server-module.ts'
import { figuresFile, loadYearlyFigures } from './figures/yearly-figures.ts'
import {
  endUnder18OfPerson,
  erasePerson,
  grantToPerson,
  offerExport,
  resetAgeOfPerson,
  signOutPerson,
} from './people/act-for-person.ts'
import { findPeople, viewPerson } from './people/find-person.ts'
import type { DeskServices } from './services.ts'

export { accountFigures, safetyFigures } from './figures/yearly-figures.ts'

/**
 * What operators see of people and do for them, and the figures of a year. It is last, since it looks into others.
 *
 * Guarantees of this module:
 * - No chat is shown, and no copy of a person’s data: an export is offered by mail, to their own account.
 * - People are found by nickname, id or whole mail address. A look at a person is recorded, once an hour per operator.
 * - What is done for a person and its audit entry are one transaction. Nobody acts on themselves, and only owners on people
 *   with a role.
 * - A grant goes through the ledger, once per operator and key, and has a limit.
 * - The result of an age check is never undone. “Under 18” that a person chose is ended only with a reason (A4).
 * - An account is deleted under its right nickname only; the request is recorded before it is carried out.
 */
export function createDeskModule(
  core: ServerCore,
  ports: Pick<DeskServices, 'accounts' | 'figureSources'>,
): ServerModule {
  const services: DeskServices = { ...core, ...ports }
  return {
    name: 'desk',
    operations: [
      ...bindHandlers(peopleDesk, peopleHandlers(services)),
      ...bindHandlers(figures, {
        yearly: ({ query }) => loadYearlyFigures(services, query.year),
        exportYearly: async ({ query }) => figuresFile(await loadYearlyFigures(services, query.year)),
      }),
    ],
    frames: {},
    onConnect: null,
    syncSource: null,
    recurringJobs: [],
    personalData: {
      tables: {
        operator_grant: {
          erasure: 'deleted',
          notExported: 'what operators gave: it is in the ledger and in the end of the membership',
        },
      },
      exportParts: [],
      eraseSteps: [],
    },
    mediaUsage: null,
    metrics: null,
    lifecycle: {},
  }
}

function peopleHandlers(services: DeskServices): Handlers<typeof peopleDesk> {
  return {
    find: ({ body }, caller) => findPeople(services, body.q, caller),
    person: ({ query }, caller) => viewPerson(services, query.id, caller),
    grant: async ({ body }, { identity }) => {
      const { person_id: personId, asset, amount, reason, idempotency_key: key } = body
      await grantToPerson(services, { personId, asset, amount, reason, key }, identity)
      return {}
    },
    signOut: async ({ body }, { identity }) => ({ ended: await signOutPerson(services, body.person_id, identity) }),
    askAge: async ({ body }, { identity }) => {
      await resetAgeOfPerson(services, body.person_id, identity)
      return {}
    },
    endUnder18: async ({ body }, { identity }) => {
      await endUnder18OfPerson(services, { personId: body.person_id, reason: body.reason }, identity)
      return {}
    },
    offerExport: async ({ body }, { identity }) => {
      await offerExport(services, body.person_id, identity)
      return {}
    },
    erase: async ({ body }, { identity }) => {
      await erasePerson(services, { personId: body.person_id, nickname: body.nickname }, identity)
      return {}
    },
  }
}
