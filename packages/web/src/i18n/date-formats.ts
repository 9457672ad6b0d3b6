/** Formatters cost memory, and on the server readers choose the zone: of more than this many, all are made again. */
const MAX_FORMATS = 500

const formats = new Map<string, Intl.DateTimeFormat>()

/** The formatter of these options, made once. */
export function dateFormat(intl: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = intl + JSON.stringify(options)
  const known = formats.get(key)
  if (known) return known
  if (formats.size >= MAX_FORMATS) formats.clear()
  const created = new Intl.DateTimeFormat(intl, options)
  formats.set(key, created)
  return created
}
