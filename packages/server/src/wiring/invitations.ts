import { createTagNames } from '../domains/characters/tag-names.ts'
import { countTalk } from '../domains/chats/count-talk.ts'
import type { InvitationServices } from '../domains/invitations/services.ts'
import type { Basis } from './basis.ts'

/** Inviting friends. */
export function wireInvitations({ shared, appSecret, site }: Basis): InvitationServices {
  return {
    ...shared,
    appSecret,
    talkOf: countTalk,
    tagNames: createTagNames(shared.texts),
    siteUrl: () => site.url,
  }
}
