/** Header of generated audio, for software that handles it without opening it (H3). */
export const AI_CONTENT_HEADERS = { 'ai-generated': 'speech' } as const

/**
 * An ID3v2.4 tag that marks the audio as AI-generated: `TXXX` frames for machines, a comment for people. It comes
 * before the first mp3 frame, so every player and tool finds it (id3.org/id3v2.4.0-frames).
 */
export function aiContentTag(): Uint8Array {
  const frames = [
    id3Frame('TXXX', utf8('AI-GENERATED'), NUL, utf8('speech')),
    // The IPTC term for media that software with a trained model made from text.
    id3Frame('TXXX', utf8('DigitalSourceType'), NUL, utf8(SOURCE_TYPE)),
    id3Frame('COMM', Buffer.from('eng'), NUL, utf8('AI-generated speech. The speaker is an AI character.')),
  ]
  const body = Buffer.concat(frames)
  return Buffer.concat([Buffer.from('ID3\u0004\u0000\u0000', 'latin1'), syncSafe(body.length), body])
}

const SOURCE_TYPE = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia'
const NUL = Buffer.from([0])
const UTF_8 = Buffer.from([3])

const utf8 = (words: string) => Buffer.from(words, 'utf8')

function id3Frame(id: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat([UTF_8, ...parts])
  return Buffer.concat([Buffer.from(id, 'latin1'), syncSafe(content.length), Buffer.from([0, 0]), content])
}

/** Four bytes of seven bits each, so that no length looks like the start of an audio frame. */
function syncSafe(length: number): Buffer {
  return Buffer.from([(length >> 21) & 127, (length >> 14) & 127, (length >> 7) & 127, length & 127])
}
