import type { JsonObject } from './json-values.ts'
import { PNG_SIGNATURE, readChunks, writeChunk } from './png-chunks.ts'
import { cardKeywordOf } from './png-texts.ts'

/** A picture with a card in it: the cards that were there are gone, everything else of it is as it was, to the byte. */
export function writePng(picture: Uint8Array, cards: { ccv3?: JsonObject; chara?: JsonObject }): Buffer {
  const others = readChunks(picture).chunks.filter((chunk) => chunk.type !== 'IEND' && cardKeywordOf(chunk) === null)
  const texts = Object.entries(cards).map(([keyword, card]) => {
    const base64 = Buffer.from(JSON.stringify(card), 'utf8').toString('base64')
    return writeChunk('tEXt', Buffer.from(`${keyword}\0${base64}`, 'latin1'))
  })
  const end = writeChunk('IEND', new Uint8Array())
  return Buffer.concat([PNG_SIGNATURE, ...others.map((chunk) => chunk.whole), ...texts, end])
}
