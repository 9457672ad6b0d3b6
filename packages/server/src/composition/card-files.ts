import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CardFileServices, createCardWorkerClient } from '../modules/card-files/module.ts'
import type { MediaServices } from '../modules/media/module.ts'
import { createImportStorage } from '../providers/media/file-storage.ts'
import { createImageToPng } from '../providers/media/reencode-image.ts'
import type { Infrastructure } from './shared.ts'

/** Portraits and covers of the library, as the build has made them. */
const BUILT_IMAGES_FOLDER = fileURLToPath(new URL('../../../../build/pictures', import.meta.url))

/** Characters as files. */
export function composeCardFiles({ shared, model }: Infrastructure, media: MediaServices): CardFileServices {
  return {
    ...shared,
    media,
    model,
    worker: createCardWorkerClient(),
    files: createImportStorage(join(shared.settings.dataDir, 'card-files')),
    imageToPng: createImageToPng(media.files, BUILT_IMAGES_FOLDER),
  }
}
