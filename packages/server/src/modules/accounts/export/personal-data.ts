import { listExport, objectExport, type PersonalData } from '../../../platform/personal-data.ts'
import { exportPasskeys } from '../passkeys/passkey-store.ts'
import { loadPerson } from '../person.ts'
import { selectContinuousUse } from '../person-store.ts'
import { selectAllSessions } from '../sessions/session-store.ts'
import { exportSignInMethods } from '../sign-in/sign-in-methods.ts'
import { listSuspensions } from '../suspension/suspension-store.ts'

/** What this module stores of people. Erasure itself deletes its rows (`deletion/delete-account.ts`). */
export const accountPersonalData: PersonalData = {
  tables: {
    person: { erasure: 'deleted' },
    session: { erasure: 'deleted' },
    identity: { erasure: 'deleted' },
    password: { erasure: 'deleted' },
    passkey: { erasure: 'deleted' },
    suspension: { erasure: 'deleted' },
    security_notice: { erasure: 'deleted', notExported: 'mails about to be sent to the person' },
    known_device: { erasure: 'deleted', notExported: 'hashes of browsers only, by which a new one is noticed' },
    card_save: {
      erasure: 'deleted',
      notExported: 'idempotency keys with hashes of what was saved, deleted after a day',
    },
    sign_in_code: { erasure: 'hashes', notExported: 'hashes only, deleted within a day' },
    sign_in_failure: { erasure: 'hashes', notExported: 'hashes only, deleted within an hour' },
    age_check: { erasure: 'deleted', notExported: 'hashes of checks under way, worthless after ten minutes' },
    age_mark: { erasure: 'hashes', notExported: 'hashes only, without a name, deleted after 90 days' },
    identity_token: { erasure: 'hashes', notExported: 'hashes of used tokens, deleted when those expire' },
    erasure: { erasure: 'impersonal', notExported: 'ids of deleted accounts on their way to the erasure journal' },
    left_mark: { erasure: 'hashes', notExported: 'hashes of deleted accounts, themselves deleted after 30 days' },
  },
  exportParts: [
    objectExport({ path: 'profile.json', about: 'profile', tables: ['person'] }, async (db, personId) => {
      const person = await loadPerson(db, personId)
      const [talk] = await selectContinuousUse(db, personId)
      const { userRev: _internal, guestMessagesLeft: _ofGuests, ...known } = person ?? {}
      return { ...known, ...talk }
    }),
    // Only hashes of session keys are stored, and those are not exported.
    listExport({ path: 'devices.json', about: 'devices', tables: ['session'] }, selectAllSessions),
    listExport({ path: 'passkeys.json', about: 'passkeys', tables: ['passkey'] }, exportPasskeys),
    objectExport({ path: 'sign-in.json', about: 'signIn', tables: ['identity', 'password'] }, exportSignInMethods),
    listExport({ path: 'suspensions.json', about: 'suspensions', tables: ['suspension'] }, listSuspensions),
  ],
  eraseSteps: [],
}
