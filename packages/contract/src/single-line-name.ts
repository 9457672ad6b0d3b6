/** Characters that break or hide part of a line: line ends, tabs and other control characters. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/**
 * Bidirectional embeddings, overrides and isolates. They reach beyond a name into the text around it and can make one
 * name look like another. The marks that Arabic and Hebrew names need (LRM, RLM, ALM) are not among them.
 */
const DIRECTION_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/g
const ANY = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u

/**
 * A name as it is stored: on one line, and without characters that change the direction of the text around it. A name
 * without such characters stays exactly as it is, with its spaces. So does one with a NUL, which no text may contain:
 * it is refused later.
 */
export function singleLineName(name: string): string {
  if (!ANY.test(name) || name.includes('\0')) return name
  return name.replace(DIRECTION_CONTROLS, '').replace(CONTROLS, ' ').trim()
}
