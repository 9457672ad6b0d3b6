import { countTalk } from '../domains/chats/count-talk.ts'
import type { InvitationServices } from '../domains/invitations/services.ts'
import { createTagNames } from '../modules/characters/tag-names.ts'
import type { Infrastructure } from './shared.ts'

/** Inviting friends. */
export function composeInvitations({ shared, appSecret, site }: Infrastructure): InvitationServices {
  return {
    ...shared,
    appSecret,
    talkOf: countTalk,
    tagNames: createTagNames(shared.texts),
    siteUrl: () => site.url,
  }
}
