/** A value of a CSV file. Text is protected, numbers are written as they are. */
export type CsvValue = string | number | null

/**
 * A line of a CSV file (RFC 4180). Text that a spreadsheet would run as a formula (it begins with `=`, `+`, `-`, `@`, a
 * tab or a carriage return) gets an apostrophe in front.
 */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

function csvCell(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The pieces of a CSV file, with a mark that makes spreadsheets read it as UTF-8. */
export async function* csvFile(
  header: readonly string[],
  rows: AsyncIterable<readonly CsvValue[]> | Iterable<readonly CsvValue[]>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(`\uFEFF${csvLine(header)}`)
  for await (const row of rows) yield encoder.encode(csvLine(row))
}
