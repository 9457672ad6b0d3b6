import { createTagNames } from '../modules/characters/module.ts'
import { countTalk } from '../modules/chats/module.ts'
import type { InvitationServices } from '../modules/invitations/module.ts'
import type { Infrastructure } from './shared.ts'

/** Inviting friends. */
export function composeInvitations({ shared, appSecret, site }: Infrastructure): InvitationServices {
  return {
    ...shared,
    appSecret,
    activityOf: countTalk,
    tagNames: createTagNames(shared.texts),
    siteUrl: () => site.url,
  }
}
