export { type ClaimedMedia, claimAvatar, claimUpload, releaseMedia } from './claim-upload.ts'
export { detectImageKind } from './file-type.ts'
export { claimMediaFolder, eraseMedia, exportMedia, purgeMedia } from './media-lifecycle.ts'
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
export {
  BLURRED_NAME,
  contentTypeOf,
  imageUrl,
  isMediaFileName,
  isMediaId,
  isPublicFile,
  LOCKED_VIDEO_NAMES,
  lockedImageName,
  mediaIdFromReference,
  thumbnailIdFromUrl,
  thumbnailUrl,
} from './media-url.ts'
export { mediaHandlers } from './routes.ts'
export type { MediaServices, MediaUsageSource } from './services.ts'
export { type Digest, signMediaUrl, verifySignature } from './signed-url.ts'
export { storeGeneratedImage, storeUpload } from './store-upload.ts'
