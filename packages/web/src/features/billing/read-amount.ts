const ARABIC_ZEROS = ['٠', '۰'].map((zero) => zero.charCodeAt(0))

/**
 * Parses a typed amount (12, 12.5, 12,50, ١٢٫٥) into minor units of a currency; null for anything else, including more
 * decimals than the currency has.
 */
export function readAmount(words: string, currency: string): number | null {
  const digits =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  const plain = words
    .trim()
    .normalize('NFKC')
    .replace(/[٠-٩۰-۹]/g, (digit) => String(ARABIC_ZEROS.map((zero) => digit.charCodeAt(0) - zero).find(isDigit)))
    .replace(/[,٫]/, '.')
  const match = /^(\d{1,9})(?:\.(\d+))?$/.exec(plain)
  const [, whole = '', part = ''] = match ?? []
  if (!match || part.length > digits) return null
  return Number(whole + part.padEnd(digits, '0'))
}

function isDigit(value: number): boolean {
  return value >= 0 && value <= 9
}
