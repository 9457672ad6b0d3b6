import { LIMITS } from '@everkin/contract/limits.ts'

/** What has just been said in a chat, with who said it; the newest last. */
interface Said {
  name: string
  text: string
}

const STAGE_DIRECTION = /(?<!\*)\*([^*\n]+)\*(?!\*)/g

/**
 * A description of the present moment for the painter: what the last stage directions say, or else what was said last.
 * It is made on this device, and goes nowhere until someone has a picture painted.
 */
export function momentPrompt(said: readonly Said[]): string {
  const recent = said.slice(-2)
  const scenes = recent.flatMap(({ name, text }) =>
    [...text.matchAll(STAGE_DIRECTION)].map((direction) => `${name}: ${direction[1]?.trim()}`),
  )
  const last = recent.at(-1)
  const words = scenes.length > 0 ? scenes.join(' ') : last ? `${last.name}: ${last.text}` : ''
  return [
    ...words
      .replace(/[*_#>`]/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, LIMITS.promptLength)
    .join('')
}
