/**
 * What a `Range` header asks for of a file of so many bytes, `mostBytes` of it at once at most: first and last byte, both
 * counted. Null: all of it (no header, or one that we do not understand, which is ignored, RFC 9110 §14.2). `none`: it
 * asks for what is not there.
 */
export function readRange(
  header: string | undefined,
  size: number,
  mostBytes: number,
): { start: number; end: number } | 'none' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '' && Number(to) === 0) return 'none'
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const asked = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (start >= size) return 'none'
  if (asked < start) return null
  return { start, end: Math.min(asked, start + mostBytes - 1) }
}
