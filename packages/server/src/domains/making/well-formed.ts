/** The same value with every half of a surrogate pair that stands alone replaced: no database text can hold one. */
export function wellFormed<Value>(value: Value): Value {
  return mapped(value) as Value // only texts change, and only into texts
}

function mapped(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(mapped)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toWellFormed(), mapped(inner)]))
}
