import { createHash } from 'node:crypto'
import { isCrisisText } from '../../../modules/safety/module.ts'

const CACHE_SIZE = 5_000
/** Verdicts by the hash of the text; no text is kept. */
const verdicts = new Map<string, boolean>()

/** `isCrisisText`, remembered: each reply looks at all earlier messages of its chat again. */
export function isCrisisMessage(text: string): boolean {
  const key = createHash('sha256').update(text).digest('base64')
  const known = verdicts.get(key)
  if (known !== undefined) return known
  const verdict = isCrisisText(text)
  const [oldest] = verdicts.keys()
  if (verdicts.size >= CACHE_SIZE && oldest !== undefined) verdicts.delete(oldest)
  verdicts.set(key, verdict)
  return verdict
}
