let graphemes: Intl.Segmenter | null = null
/** No emoji is longer. A longer grapheme is a letter under a pile of marks, which may be cut between two of them. */
const MAX_GRAPHEME_LENGTH = 40

/**
 * The beginning of a text, at most `maxLength` UTF-16 code units of it. Never ends within an emoji, a flag or a letter
 * with its marks, so it may be a little shorter; a browser without `Intl.Segmenter` only keeps surrogate pairs whole.
 * Does not say that something is missing.
 */
export function truncateText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  if ('Segmenter' in Intl) {
    graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
    const start = graphemes.segment(text.slice(0, maxLength + MAX_GRAPHEME_LENGTH)).containing(maxLength)?.index ?? 0
    if (start > 0 && maxLength - start < MAX_GRAPHEME_LENGTH) return text.slice(0, start)
  }
  return text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')
}
