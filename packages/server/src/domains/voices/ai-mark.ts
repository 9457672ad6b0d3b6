/** Header of generated sound, for whoever handles it without opening it [H3]. */
export const AI_HEADERS = { 'ai-generated': 'speech' } as const

/**
 * An ID3v2.4 tag that says what the sound is: `TXXX` frames for machines, a comment for people. It stands in front of
 * the first mp3 frame, so every player and tool finds it (id3.org/id3v2.4.0-frames).
 */
export function aiMark(): Uint8Array {
  const frames = [
    frame('TXXX', text('AI-GENERATED'), NUL, text('speech')),
    // What the IPTC calls media made by software from text that a trained model wrote.
    frame('TXXX', text('DigitalSourceType'), NUL, text(SOURCE_TYPE)),
    frame('COMM', Buffer.from('eng'), NUL, text('AI-generated speech. The speaker is an AI character.')),
  ]
  const body = Buffer.concat(frames)
  return Buffer.concat([Buffer.from('ID3\u0004\u0000\u0000', 'latin1'), syncSafe(body.length), body])
}

const SOURCE_TYPE = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia'
const NUL = Buffer.from([0])
const UTF_8 = Buffer.from([3])

const text = (words: string) => Buffer.from(words, 'utf8')

function frame(id: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat([UTF_8, ...parts])
  return Buffer.concat([Buffer.from(id, 'latin1'), syncSafe(content.length), Buffer.from([0, 0]), content])
}

/** Four bytes of seven bits, so that no length looks like the beginning of a sound frame. */
function syncSafe(length: number): Buffer {
  return Buffer.from([(length >> 21) & 127, (length >> 14) & 127, (length >> 7) & 127, length & 127])
}
