/**
 * Every text in a value at any depth, and the names in `extensions`, which authors choose as they like. The names of other
 * fields are fixed.
 */
export function collectTexts(value: unknown): string[] {
  return collect(value, false)
}

function collect(value: unknown, isInExtensions: boolean): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  if (value === null || typeof value !== 'object') return []
  if (Array.isArray(value)) return value.flatMap((item) => collect(item, isInExtensions))
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(isInExtensions ? [name] : []),
    ...collect(inner, isInExtensions || name === 'extensions'),
  ])
}
