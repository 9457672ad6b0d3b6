import { LIMITS } from './limits.ts'

/** The rest of a frame is for its other fields. */
const MAX_TEXT_BYTES = LIMITS.frameBytes - 1024

/**
 * By how many UTF-16 code units the new text of a message is too long; 0 or less when it can be saved. People may write
 * `messageLength`. A message that is longer already (of a model, a greeting or an import) may be as long as it is, as
 * far as an imported message and a frame may be.
 */
export function excessOfEdit(text: string, storedLength: number): number {
  const limit = Math.min(LIMITS.importedMessageLength, Math.max(LIMITS.messageLength, storedLength))
  if (text.length <= LIMITS.messageLength || text.length > limit) return text.length - limit
  const bytes = new TextEncoder().encode(JSON.stringify(text)).length
  const excessBytes = bytes - MAX_TEXT_BYTES
  // Characters differ in size, so this is an estimate, which gets exact as the text gets shorter.
  return excessBytes > 0 ? Math.ceil((excessBytes * text.length) / bytes) : text.length - limit
}
