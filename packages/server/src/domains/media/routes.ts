import type { media } from '@everkin/contract/http/media.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import type { MediaServices } from './services.ts'
import { uploadPicture } from './upload-picture.ts'

/** The calls about files, each bound to its use-case. */
export function mediaHandlers(services: MediaServices): Handlers<typeof media> {
  return {
    upload: ({ body }, caller) => uploadPicture(services, caller.identity.personId, body.file),
  }
}
