import { createTagNames } from '../domains/characters/tag-names.ts'
import type { ChatServices } from '../domains/chats/services.ts'
import type { MakingServices } from '../domains/making/services.ts'
import { useUpload } from '../domains/media/use-upload.ts'
import { invalidInput } from '../platform/app-error.ts'
import type { Basis } from './basis.ts'

/** What people make characters and groups with. */
export function wireMaking({ shared, digest }: Basis, chats: ChatServices): MakingServices {
  return {
    ...shared,
    chats,
    digest,
    tagNames: createTagNames(shared.texts),
    takePicture: async (tx, personId, ref, field) => {
      const { address } = await useUpload(tx, digest, { personId, ref, purposes: ['card', 'generated'], field })
      if (!address) throw invalidInput(field, 'not_found')
      return address
    },
  }
}
