import { CardFileRejected, type RejectionReason } from '@everkin/card-formats'
import { AppError, invalidInput, stoppedSave } from '../../platform/app-error.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { loadPerson, type Person } from '../accounts/module.ts'
import { isAdult, isMinor, recordVerdict } from '../safety/module.ts'
import type { WorkerTasks } from './card-worker-client.ts'
import type { CardFileServices } from './services.ts'

/**
 * The person who imports, an adult.
 * @throws AppError NotSignedIn, AgeNotOpen (A3, A5)
 */
export async function loadImporter(services: CardFileServices, caller: SignedInCaller): Promise<Person> {
  const person = await loadPerson(services.database, caller.identity.personId)
  if (!person) throw new AppError('NotSignedIn')
  if (isMinor(person.ageState)) throw new AppError('AgeNotOpen', { reason: 'under_18' })
  if (!isAdult(person.ageState)) throw new AppError('AgeNotOpen', { reason: 'age_unknown' })
  return person
}

type ReadTask = 'readCard' | 'readLorebook'

/**
 * Reads a file in the worker. Of a file whose texts are blocked, only the verdict is stored (B6).
 * @throws AppError FileType, InvalidInput on `file` with the rejection reason as its message, SafetyStop
 */
export async function readCardFile<Task extends ReadTask>(
  services: CardFileServices,
  personId: string,
  task: Task,
  bytes: Uint8Array,
  accepted: readonly string[],
): Promise<WorkerTasks[Task]['output']> {
  const read = await services.worker.request(personId, task, { bytes }).catch((error: unknown) => {
    throw error instanceof CardFileRejected ? rejectionError(error.why, accepted) : error
  })
  const { verdict } = read
  if (verdict.kind === 'blocked') {
    await recordVerdict(services.database, { surface: 'card', ref: null, verdict, now: services.clock.now() })
    throw stoppedSave(verdict.category)
  }
  return read
}

/** A standalone lorebook is redirected to the call that reads it. */
function rejectionError(why: RejectionReason, accepted: readonly string[]): AppError {
  if (why === 'kind') return new AppError('FileType', { accepted })
  if (why !== 'lorebook') return invalidInput('file', why)
  return new AppError('InvalidInput', {
    issues: [{ path: 'file', message: why }],
    call: '/api/chat.Single/importLorebook',
  })
}
