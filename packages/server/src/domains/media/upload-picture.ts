import { PICTURE_KINDS } from '@everkin/contract/http/media.ts'
import { AVATAR_WIDTHS } from '@everkin/contract/limits.ts'
import { AppError, invalidInput } from '../../platform/app-error.ts'
import { newSecret } from '../../platform/ids.ts'
import { isMinor } from '../safety/age-state.ts'
import { avatarAddress } from './media-address.ts'
import { PictureRefused, type Repainted } from './media-files.ts'
import { pictureKindOf } from './picture-kind.ts'
import type { MediaServices } from './services.ts'
import { insertMedia } from './store.ts'

const LIMIT = { most: 60, windowMs: 3_600_000 }

export interface UploadedPicture {
  id: string
  url: string
  thumbnail: string
  width: number
  height: number
  kind: 'image'
}

/**
 * Takes in a picture of a person: known by its bytes, painted anew, stored under a name that nobody can guess. Files lie
 * there before their row does, and go after it, so that a crash leaves files that nobody names, never the other way round
 * (UPL-09); `sweepMedia` finds them.
 * @throws AppError FileType for what is no picture of ours, InvalidInput for one of too many pixels, AgeNotOpen for
 * someone under 18 (A5), TooManyRequests, NotSignedIn when the person is gone.
 */
export async function uploadPicture(
  services: MediaServices,
  personId: string,
  bytes: Uint8Array,
): Promise<UploadedPicture> {
  const age = await services.ageOf(services.database, personId)
  if (age === null) throw new AppError('NotSignedIn')
  if (isMinor(age)) throw new AppError('AgeNotOpen', { reason: 'under_18' })
  services.limiter.take(`upload:${personId}`, LIMIT)
  if (pictureKindOf(bytes) === null) throw new AppError('FileType', { accepted: PICTURE_KINDS })
  const { width, height, files } = await repainted(services, bytes)
  const id = newSecret()
  await services.files.place(id, files)
  try {
    await insertMedia(services.database, {
      id,
      personId,
      purpose: 'avatar',
      width,
      height,
      bytes: files.reduce((sum, file) => sum + file.bytes.length, 0),
      created_at: services.clock.now(),
    })
  } catch (error) {
    await services.files.remove([id])
    throw error
  }
  return {
    ...{ id, width, height, kind: 'image' },
    url: avatarAddress(id),
    thumbnail: avatarAddress(id, AVATAR_WIDTHS[0]),
  }
}

async function repainted(services: MediaServices, bytes: Uint8Array): Promise<Repainted> {
  try {
    return await services.repaint(bytes)
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error
    if (error.why === 'pixels') throw invalidInput('file', 'too many pixels')
    throw new AppError('FileType', { accepted: PICTURE_KINDS })
  }
}
