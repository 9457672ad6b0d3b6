import { describe, expect, it } from 'vitest'
import { excessOfEdit } from './edit-limit.ts'
import { LIMITS } from './limits.ts'
import { ClientFrame } from './realtime/frames.ts'

const long = (length: number, letter = 'x') => letter.repeat(length)
const frameOf = (text: string) => ({
  type: 'message.edit',
  chat_id: long(64),
  message_id: long(64),
  text,
  branch: false,
})

describe('the limit of an edit', () => {
  it.each([
    ['as long as people may write', 8_000, 100, 0],
    ['longer than people may write', 8_001, 100, 1],
    ['as long as the stored text', 20_000, 20_000, 0],
    ['shorter than the stored text', 9_000, 20_000, -11_000],
    ['longer than the stored text', 20_003, 20_000, 3],
    ['longer than an imported message', 32_002, 50_000, 2],
  ])('a text %s', (_what, length, storedLength, excess) => {
    expect(excessOfEdit(long(length), storedLength)).toBe(excess)
  })

  it.each(['海', '\n', '"', '😀', 'م', '\u0001'])('a text of %j that can be saved fits into a frame', (letter) => {
    let text = long(LIMITS.importedMessageLength / letter.length, letter)
    for (let excess = excessOfEdit(text, text.length); excess > 0; excess = excessOfEdit(text, 32_000))
      text = text.slice(0, -excess)
    expect(text.length).toBeGreaterThan(LIMITS.messageLength)
    expect(Buffer.byteLength(JSON.stringify(frameOf(text)))).toBeLessThanOrEqual(LIMITS.frameBytes)
    expect(ClientFrame.safeParse(frameOf(text)).success).toBe(true)
  })

  it('no frame has a longer text than an imported message', () => {
    expect(ClientFrame.safeParse(frameOf(long(LIMITS.importedMessageLength + 1))).success).toBe(false)
    expect(ClientFrame.safeParse(frameOf('')).success).toBe(false)
  })
})
