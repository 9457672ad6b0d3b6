import { paintInStyle } from '@everkin/painter/paint-portrait.ts'
import { readSpec } from '@everkin/painter/read-spec.ts'
import { specFromWords } from '@everkin/painter/spec-from-words.ts'
import type { View } from '@everkin/painter/view.ts'
import { viewFromWords } from '@everkin/painter/view-from-words.ts'
import type { GeneratedImage, ImageModel, ImageRequest } from '../../modules/image-tasks/module.ts'
import { IMAGE_DIMENSIONS, rasterizeToWebp } from './rasterize.ts'

/** How the images of one task differ, by their index: camera, light and expression, never the face. */
const VARIATIONS: readonly View[] = [
  {},
  { pose: 'threeQuarter', mood: 'warm' },
  { frame: 'close', light: 'lantern' },
  { frame: 'wide', time: 'night', light: 'moon' },
  { pose: 'mirrored', mood: 'merry', light: 'lamp' },
  { pose: 'front', mood: 'calm', time: 'day' },
  { pose: 'threeQuarter', frame: 'close', mood: 'wistful', light: 'moon' },
  { frame: 'wide', mood: 'proud', light: 'sea' },
]

/** The built-in painter behind the port: no download, no network, no model. */
export function createBuiltInPainter(): ImageModel {
  return { kind: 'built_in', generate: paintImage }
}

async function paintImage(
  { prompt, styleId, size, seed, index, portrait }: ImageRequest,
  { signal, onProgress }: { signal: AbortSignal; onProgress(share: number): void },
): Promise<GeneratedImage> {
  signal.throwIfAborted()
  const storedSpec = readSpec(portrait)
  const spec = storedSpec ?? specFromWords(prompt, seed)
  const said = storedSpec ? omitUndefined(viewFromWords(prompt)) : {}
  // What the prompt asks for stays; a variation changes the rest.
  const view = { ...VARIATIONS[index % VARIATIONS.length], ...said, size }
  const bytes = await rasterizeToWebp(paintInStyle(spec, view, styleId), size)
  signal.throwIfAborted()
  onProgress(1)
  return { bytes, ...IMAGE_DIMENSIONS[size], spec }
}

const omitUndefined = (view: View): View =>
  Object.fromEntries(Object.entries(view).filter(([, value]) => value !== undefined))
