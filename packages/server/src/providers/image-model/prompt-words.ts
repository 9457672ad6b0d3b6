import type { PictureRequest } from '../../domains/pictures/image-model.ts'
import { readTemplates } from '../../domains/pictures/read-templates.ts'

/** What a picture must not become, for models that are told so. */
export const NEVER = 'child, teenager, nude, text, watermark, signature, extra fingers'

/** The words that go to a model: what was asked for, the style in words, and what holds for every picture of ours. */
export function promptWords({ prompt, styleId }: Pick<PictureRequest, 'prompt' | 'styleId'>): string {
  const style = readTemplates().styles.find(({ id }) => id === styleId)
  const look = style ? ` Style: ${style.names.en}. ${style.descriptions.en}` : ''
  return `${prompt.trim()}\n${look.trim()} Everyone in it is an adult, fully dressed. No text in the picture.`.trim()
}

/** A number for models that take one: the same seed and picture give the same number. */
export function numberOfSeed(seed: string, index: number): number {
  let hash = 2166136261
  for (const unit of `${seed}.${index}`) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 16777619) >>> 0
  return hash % 2_147_483_647
}
