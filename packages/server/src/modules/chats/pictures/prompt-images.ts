import { readForModel } from '../../media/module.ts'
import type { PromptImage, TextModel } from '../../models/module.ts'
import type { ChatServices } from '../services.ts'
import type { PathEntry } from '../store/path-cache.ts'
import { findSeeingModel } from './look-at-pictures.ts'

/** Only pictures of this many newest messages are shown; older ones are read in words. */
const RECENT_MESSAGES = 8
const MAX_IMAGES = 4
/** What one image of 1024 pixels costs at most with the models in use. */
export const IMAGE_TOKENS = 1_000
/** The share of a context that images may take; one is always shown. */
const IMAGE_SHARE = 1 / 8

/** Images by the number of the message they came with. */
export type PromptImages = ReadonlyMap<number, readonly PromptImage[]>

export const NO_IMAGES: PromptImages = new Map()

/** The newest pictures of a path, for a model that sees; none for any other. A file that is gone is left out. */
export async function loadPromptImages(
  { media }: Pick<ChatServices, 'media'>,
  model: Pick<TextModel, 'vision' | 'contextTokens'>,
  path: readonly PathEntry[],
): Promise<PromptImages> {
  const recent = path.slice(-RECENT_MESSAGES).filter((entry) => entry.imageIds)
  if (!model.vision || recent.length === 0) return NO_IMAGES
  let left = Math.min(MAX_IMAGES, Math.max(1, Math.floor((model.contextTokens * IMAGE_SHARE) / IMAGE_TOKENS)))
  const images = new Map<number, PromptImage[]>()
  for (const { seq, imageIds = [] } of recent.reverse()) {
    const chosen = imageIds.slice(0, left)
    left -= chosen.length
    const files = await Promise.all(chosen.map((id) => readForModel(media.files, id)))
    images.set(
      seq,
      files.flatMap((bytes) => (bytes ? [{ bytes, mediaType: 'image/jpeg' as const }] : [])),
    )
    if (left === 0) break
  }
  return images
}

/** How a chat's model takes pictures: it sees them, it reads what another model sees, or it learns only of them. */
export function sightOf(
  services: Pick<ChatServices, 'models'>,
  model: Pick<TextModel, 'vision'>,
): 'seen' | 'described' | 'unseen' {
  if (model.vision) return 'seen'
  return findSeeingModel(services) ? 'described' : 'unseen'
}
