const TAG_HEAD = 10

/**
 * Leaves out the ID3v2 tag that a stream of mp3 may begin with: pieces that were made one by one are joined, and a tag
 * belongs to the beginning of the whole alone. Nothing else is changed.
 */
export async function* withoutTag(sound: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Buffer = Buffer.alloc(0)
  let toSkip: number | null = null
  for await (const bytes of sound) {
    let rest: Uint8Array = bytes
    if (toSkip === null) {
      head = Buffer.concat([head, bytes])
      if (head.length < TAG_HEAD) continue
      toSkip = tagLength(head)
      rest = head
    }
    const skipped = Math.min(toSkip, rest.length)
    toSkip -= skipped
    if (skipped < rest.length) yield rest.subarray(skipped)
  }
  if (toSkip === null && head.length > 0) yield head
}

function tagLength(head: Buffer): number {
  if (head.toString('latin1', 0, 3) !== 'ID3') return 0
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, TAG_HEAD)
  const footer = ((head[5] ?? 0) & 0x10) === 0 ? 0 : TAG_HEAD
  return TAG_HEAD + ((a & 127) << 21) + ((b & 127) << 14) + ((c & 127) << 7) + (d & 127) + footer
}
