/** Zero-width characters, fillers and other characters that browsers do not draw. */
const INVISIBLE = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Whether nothing of a text can be seen, as in an empty one or one of zero-width characters. */
export function isBlank(text: string): boolean {
  return text.replace(INVISIBLE, '') === ''
}
