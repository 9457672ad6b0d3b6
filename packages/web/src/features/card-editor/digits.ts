/** Numbers as people type them: Arabic, Persian and full-width digits become 0–9, all else falls away. */
export function digitsOf(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replace(/\D/g, '')
}
