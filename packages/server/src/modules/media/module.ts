import { media } from '@everkin/contract/http/media.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import { createFairQueue } from '../../platform/fair-queue.ts'
import { bindHandlers } from '../../platform/http/handlers.ts'
import { claimFolder } from '../../platform/owned-folder.ts'
import { folderExport } from '../../platform/personal-data.ts'
import type { ServerCore, ServerModule } from '../../platform/server-module.ts'
import { recheckPictures } from './check-picture.ts'
import { eraseMedia, exportMedia, mediaFolder, purgeMedia } from './media-lifecycle.ts'
import { mediaHandlers } from './routes.ts'
import type { MediaServices } from './services.ts'
import { sumUploadBytes } from './store.ts'
import { assertCanUpload } from './store-upload.ts'

// Storing uploads and generated images, claiming and releasing them

export { type ClaimedMedia, claimAvatar, claimUpload, releaseMedia } from './claim-upload.ts'
export { mediaFolder, purgeMedia } from './media-lifecycle.ts'
export type { MediaServices } from './services.ts'
export { assertStorageQuota } from './storage-quota.ts'
export { findStoredFile, sumStoredFiles, withholdFiles } from './store.ts'
export { storeGeneratedImage, storeUpload } from './store-upload.ts'

// URLs and file names

export {
  BLURRED_NAME,
  contentTypeOf,
  imageUrl,
  isMediaFileName,
  isMediaId,
  isPublicFile,
  LOCKED_VIDEO_NAMES,
  lockedImageName,
  MODEL_COPY_NAME,
  mediaIdFromReference,
  thumbnailIdFromUrl,
  thumbnailUrl,
} from './media-url.ts'
export { type Digest, signMediaUrl, verifySignature } from './signed-url.ts'

// Pictures in chats and in moderation

export {
  type ChatPicture,
  findChatPictures,
  readForModel,
  saveDescription,
  signChatPicture,
} from './chat-pictures.ts'
export { isWithheldFrom, readForReview } from './check-picture.ts'

// Ports of storage and encoders

export { detectImageKind } from './file-type.ts'
export {
  type ByteRange,
  type DigitalSourceType,
  type ImagePurpose,
  ImageRejected,
  type MediaFile,
  type MediaStorage,
  type ReencodedImage,
  type ReencodeImage,
  type RemuxVideo,
} from './media-ports.ts'

/**
 * Guarantees of this module:
 * - What a file is, its bytes decide (UPL-01). Images are re-encoded and videos remuxed: metadata and appended data are
 *   gone (UPL-04, UPL-05). Nothing is stored that a browser would execute (UPL-03).
 * - A file is used by its owner alone, for the purpose of its upload. Locked media have URLs for one person and some
 *   minutes, which tell neither file nor owner (AZ-04).
 * - Quotas hold under parallel uploads (UPL-08), and people under 18 upload nothing (A5).
 * - A file is written before its row and removed after it. What no row knows, and what nothing uses, is purged (UPL-09).
 * - With a moderation model, a picture without a verdict is seen by its owner alone, and one with a hit by nobody (UPL-10,
 *   M2).
 * @param ports the storage, the codecs, and what later modules know of people and of shipped media.
 */
export function createMediaModule(
  core: ServerCore,
  ports: Pick<
    MediaServices,
    'files' | 'reencodeImage' | 'remuxVideo' | 'digest' | 'renderLibraryMedia' | 'ageOf' | 'moderator' | 'evidenceAmong'
  >,
): ServerModule & { services: MediaServices } {
  const services: MediaServices = {
    ...core,
    ...ports,
    imageQueue: createFairQueue({ concurrency: 1 }),
    videoQueue: createFairQueue({ concurrency: 2 }),
    storedBytes: core.modules.storedBytes,
    mediaInUse: core.modules.mediaInUse,
  }
  const { files } = services
  return {
    name: 'media',
    services,
    operations: bindHandlers(media, mediaHandlers(services), {
      upload: (caller, fields) => assertCanUpload(services, caller.identity.personId, fields.purpose),
    }),
    frames: {},
    onConnect: null,
    syncSource: null,
    recurringJobs: [
      // Lists a folder of files, which may be large.
      { name: 'purge-media', everyMs: HOUR_MS, timeoutMs: HOUR_MS, run: () => purgeMedia(services) },
      { name: 'recheck-pictures', everyMs: MINUTE_MS, timeoutMs: 10 * MINUTE_MS, run: () => recheckPictures(services) },
    ],
    personalData: {
      tables: { media_file: { erasure: 'deleted' } },
      exportParts: [
        folderExport({ path: 'pictures/', about: 'pictures', tables: ['media_file'] }, (db, personId) =>
          exportMedia(db, files, personId),
        ),
      ],
      eraseSteps: [{ phase: 'files', run: (tx, person) => eraseMedia(tx, services, person.id) }],
      storedBytes: sumUploadBytes,
    },
    mediaUsage: null,
    metrics: async () => {
      const free = await core.freeSpace.freeBytes()
      const help = 'Free bytes on the disk of the data folder.'
      return free === null ? [] : [{ name: 'everkin_data_folder_free_bytes', help, value: free }]
    },
    lifecycle: { start: () => claimFolder(mediaFolder(services)) },
  }
}
