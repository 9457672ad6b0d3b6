import type { media } from '@everkin/contract/http/media.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import type { MediaServices } from './services.ts'
import { storeUpload } from './store-upload.ts'

/** The HTTP handlers of this module. */
export function mediaHandlers(services: MediaServices): Handlers<typeof media> {
  return {
    upload: ({ body }, caller) =>
      storeUpload(services, {
        personId: caller.identity.personId,
        purpose: body.purpose,
        bytes: body.file,
        poster: body.poster ?? null,
      }),
  }
}
