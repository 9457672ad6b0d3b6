import { AppError } from '../../platform/app-error.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { deviceHashOf } from '../accounts/device-cookie.ts'
import type { ClaimAnswer } from '../accounts/invitations.ts'
import { holdPerson } from '../accounts/person.ts'
import { readWallet } from '../wallet/balance.ts'
import { claimInvitation } from './claim-invitation.ts'
import type { InvitationServices } from './services.ts'

/** The same claim for someone who has signed in by another way, with an account that is less than a day old. */
export async function claimSignedIn(
  services: InvitationServices,
  code: string,
  caller: SignedInCaller,
): Promise<ClaimAnswer> {
  const { database, clock, appSecret, live } = services
  const now = clock.now()
  const { answer, wallet } = await database.transaction(async (tx) => {
    const person = await holdPerson(tx, caller.identity.personId)
    if (!person) throw new AppError('NotSignedIn')
    const deviceHash = deviceHashOf(appSecret, caller)
    const answer = await claimInvitation(appSecret, tx, {
      code,
      personId: person.id,
      deviceHash,
      network: caller.network,
      now,
    })
    return { answer, wallet: await readWallet(tx, person, now) }
  })
  if (answer.gift) live.publishToPerson(caller.identity.personId, { type: 'wallet.updated', wallet })
  return answer
}
