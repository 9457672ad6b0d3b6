import { AppError } from '../../platform/app-error.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { loadPerson, type Person } from '../accounts/person.ts'
import { isMinor } from '../safety/age-state.ts'
import { recordVerdict } from '../safety/record-verdict.ts'
import type { Verdict } from '../safety/screen-text.ts'
import type { CardFileServices } from './services.ts'

const LIMIT = { most: 60, windowMs: 3_600_000 }

/** Who brings a file. @throws AppError NotSignedIn, AgeNotOpen for someone under 18 (A5), TooManyRequests */
export async function checkSender(services: CardFileServices, caller: SignedInCaller): Promise<Person> {
  const person = await loadPerson(services.database, caller.identity.personId)
  if (!person) throw new AppError('NotSignedIn')
  if (isMinor(person.ageState)) throw new AppError('AgeNotOpen', { reason: 'under_18' })
  services.limiter.take(`importCard:${person.id}`, LIMIT)
  return person
}

/** Lets a file pass whose texts the rules let pass; of any other the verdict is kept, and nothing else (B6). @throws AppError SafetyStop */
export async function checkVerdict(services: CardFileServices, verdict: Verdict): Promise<void> {
  if (verdict.kind !== 'blocked') return
  await recordVerdict(services.database, { surface: 'card', ref: null, verdict, now: services.clock.now() })
  throw new AppError('SafetyStop', { category: verdict.category })
}
