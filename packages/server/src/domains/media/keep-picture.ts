import { type PictureMaker, PictureRefused } from './media-files.ts'
import { pictureKindOf } from './picture-kind.ts'
import type { MediaServices } from './services.ts'
import { storeMedia } from './store-media.ts'
import { type UsedMedia, usedMediaOf } from './use-upload.ts'

/**
 * Keeps a picture that was made for a person: painted anew in the widths of card pictures, its proportions as they are,
 * with the blurred picture that it may be locked behind, and marked as made by a machine (H3). Like every file it is swept up unless somebody uses it.
 * @throws PictureRefused for what is no picture, AppError NotSignedIn when the person is gone.
 */
export async function keepPicture(
  services: Pick<MediaServices, 'database' | 'files' | 'clock' | 'repaint'>,
  { personId, bytes, madeBy }: { personId: string; bytes: Uint8Array; madeBy: PictureMaker },
): Promise<UsedMedia> {
  if (pictureKindOf(bytes) === null) throw new PictureRefused('kind')
  const made = await services.repaint(bytes, 'generated', madeBy)
  return usedMediaOf(await storeMedia(services, { personId, purpose: 'generated', made, contentHash: null }))
}
