import type { AccountServices } from '../domains/accounts/services.ts'
import type { CardFileServices } from '../domains/card-files/services.ts'
import type { ChatServices } from '../domains/chats/services.ts'
import { invitationsOf } from '../domains/invitations/invitations.ts'
import type { MediaServices } from '../domains/media/services.ts'
import { purse } from '../domains/wallet/purse.ts'
import { copyParts, eraseSteps } from '../personal-data.ts'
import { type ChosenIdentity, chooseIdentity } from '../providers/identity/choose.ts'
import { chooseMailer } from '../providers/mail/choose.ts'
import type { Outbox } from '../providers/mail/outbox.ts'
import type { Basis } from './basis.ts'

/** Who somebody is, with what later domains do when they sign in, leave or ask for their data. */
export async function wireAccounts(
  { shared, appSecret, site }: Basis,
  { chats, media, cardFiles }: { chats: ChatServices; media: MediaServices; cardFiles: CardFileServices },
): Promise<{ accounts: AccountServices; identity: ChosenIdentity; outbox: Outbox | null }> {
  const { settings, clock, log } = shared
  const { mailer, outbox } = chooseMailer(settings, clock, log, () => site.url)
  const identity = await chooseIdentity(settings)
  const own = { ...chats, media: media.files, imports: cardFiles.files }
  const accounts: AccountServices = {
    ...shared,
    mailer,
    appSecret,
    purse,
    identities: identity.verifier,
    invitations: invitationsOf(appSecret),
    media: media.files,
    onErase: eraseSteps(own),
    copyParts: copyParts(own),
  }
  return { accounts, identity, outbox }
}
