import type { CardEditorServices } from '../modules/card-editor/module.ts'
import { createTagNames } from '../modules/characters/module.ts'
import type { ChatServices } from '../modules/chats/module.ts'
import { claimUpload } from '../modules/media/module.ts'
import { invalidInput } from '../platform/app-error.ts'
import type { Infrastructure } from './shared.ts'

/** What people make characters and groups with. */
export function composeCardEditor({ shared, digest }: Infrastructure, chats: ChatServices): CardEditorServices {
  return {
    ...shared,
    chats,
    digest,
    tagNames: createTagNames(shared.texts),
    takePicture: async (tx, personId, ref, field) => {
      const { address } = await claimUpload(tx, digest, { personId, ref, purposes: ['card', 'generated'], field })
      if (!address) throw invalidInput(field, 'not_found')
      return address
    },
  }
}
