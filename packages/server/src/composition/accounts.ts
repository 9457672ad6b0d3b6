import type { AccountServices } from '../modules/accounts/module.ts'
import type { CardFileServices } from '../modules/card-files/module.ts'
import type { ChatServices } from '../modules/chats/module.ts'
import { createInvitationPort } from '../modules/invitations/module.ts'
import type { MediaServices } from '../modules/media/module.ts'
import { walletPort } from '../modules/wallet/module.ts'
import { eraseSteps, exportParts } from '../personal-data.ts'
import { type ChosenIdentity, chooseIdentity } from '../providers/identity/choose.ts'
import { chooseMailer } from '../providers/mail/choose.ts'
import type { Outbox } from '../providers/mail/outbox.ts'
import type { Infrastructure } from './shared.ts'

/** Who somebody is, with what later domains do when they sign in, leave or ask for their data. */
export async function composeAccounts(
  { shared, appSecret, site }: Infrastructure,
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
    wallet: walletPort,
    identities: identity.verifier,
    invitations: createInvitationPort(appSecret),
    media: media.files,
    eraseSteps: eraseSteps(own),
    exportParts: exportParts(own),
  }
  return { accounts, identity, outbox }
}
