import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createCardReader } from '../domains/card-files/card-reader.ts'
import type { CardFileServices } from '../domains/card-files/services.ts'
import type { MediaServices } from '../domains/media/services.ts'
import { importFolder } from '../providers/card-files/folder.ts'
import { createPictureAsPng } from '../providers/card-files/picture-as-png.ts'
import type { Basis } from './basis.ts'

/** Portraits and covers of the library, as the build has made them. */
const PICTURES_FOLDER = fileURLToPath(new URL('../../../../build/pictures', import.meta.url))

/** Characters as files. */
export function wireCardFiles({ shared, model }: Basis, media: MediaServices): CardFileServices {
  return {
    ...shared,
    media,
    model,
    reader: createCardReader(),
    files: importFolder(join(shared.settings.dataDir, 'card-files')),
    pictureAsPng: createPictureAsPng(media.files, PICTURES_FOLDER),
  }
}
