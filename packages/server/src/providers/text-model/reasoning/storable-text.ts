/**
 * Makes a stream of text storable, piece by piece. Databases store neither NUL nor half of a surrogate pair, and a model
 * may write both: byte tokens contain NUL, and some servers send the halves of an emoji in two pieces. A half at the end
 * of a piece waits for the other one; at the end of the stream it is dropped.
 */
export class StorableText {
  #half = ''

  push(text: string): string {
    let whole = this.#half + text
    this.#half = ''
    if (whole.includes('\0')) whole = whole.replaceAll('\0', '')
    if (isFirstHalf(whole.charCodeAt(whole.length - 1))) {
      this.#half = whole.slice(-1)
      whole = whole.slice(0, -1)
    }
    return whole.toWellFormed()
  }
}

function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}
