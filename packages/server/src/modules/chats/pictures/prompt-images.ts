import { readForModel } from '../../media/module.ts'
import type { PromptImage, TextModel } from '../../models/module.ts'
import { isCrisisText } from '../../safety/module.ts'
import type { PromptImages } from '../prompt/prompt-input.ts'
import type { ChatServices } from '../services.ts'
import type { PathEntry } from '../store/path-cache.ts'
import { findVisionModel } from './describe-pictures.ts'

/** Only pictures of this many newest messages are shown; older ones are read in words. */
const RECENT_MESSAGES = 8
const MAX_IMAGES = 4
/** What one image of 1024 pixels costs at most with the models in use. */
const IMAGE_TOKENS = 1_000
/** The share of a context that images may take; one is always shown. */
const IMAGE_SHARE = 1 / 8

export const NO_IMAGES: PromptImages = new Map()

/**
 * The pictures of a path that a model is shown, by message: the newest ones. None for a model that does not see, and none
 * of a crisis message: no model has looked at them before it was stored.
 */
export function chooseImages(
  model: Pick<TextModel, 'vision' | 'contextTokens'>,
  path: readonly PathEntry[],
): ReadonlyMap<number, readonly string[]> {
  const chosen = new Map<number, readonly string[]>()
  if (!model.vision) return chosen
  let left = Math.min(MAX_IMAGES, Math.max(1, Math.floor((model.contextTokens * IMAGE_SHARE) / IMAGE_TOKENS)))
  for (const { seq, text, imageIds = [] } of path.slice(-RECENT_MESSAGES).reverse()) {
    if (imageIds.length > 0 && isCrisisText(text)) continue
    const ids = imageIds.slice(0, left)
    if (ids.length > 0) chosen.set(seq, ids)
    left -= ids.length
  }
  return chosen
}

/** The files of the chosen pictures; one that is gone is left out. */
export async function loadPromptImages(
  { media }: Pick<ChatServices, 'media'>,
  model: Pick<TextModel, 'vision' | 'contextTokens'>,
  path: readonly PathEntry[],
): Promise<PromptImages> {
  const chosen = chooseImages(model, path)
  if (chosen.size === 0) return NO_IMAGES
  const images = new Map<number, PromptImage[]>()
  for (const [seq, ids] of chosen) {
    const files = await Promise.all(ids.map((id) => readForModel(media.files, id)))
    images.set(
      seq,
      files.flatMap((bytes) => (bytes ? [{ bytes, mediaType: 'image/jpeg' as const }] : [])),
    )
  }
  return images
}

/** The size and the images of a message in a prompt. The size is the same whether or not the files are loaded. */
export function withImages(
  { seq, tokens }: Pick<PathEntry, 'seq' | 'tokens'>,
  chosen: ReadonlyMap<number, readonly string[]>,
  images: PromptImages,
): { tokens: number; images?: readonly PromptImage[] } {
  const count = chosen.get(seq)?.length ?? 0
  if (count === 0) return { tokens }
  return { tokens: tokens + count * IMAGE_TOKENS, images: images.get(seq)?.slice(0, count) ?? [] }
}

/** How a chat's model takes pictures: it sees them, it reads what another model sees, or it learns only of them. */
export function imageSupportOf(
  services: Pick<ChatServices, 'models'>,
  model: Pick<TextModel, 'vision'>,
): 'seen' | 'described' | 'unseen' {
  if (model.vision) return 'seen'
  return findVisionModel(services) ? 'described' : 'unseen'
}
