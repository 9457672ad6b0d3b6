import { z } from 'zod'
import type { JsonSchema } from './api-fuzz.ts'

const KIB = 1024
/** A little less than what a body may have. */
const BODY_BYTES = 1000 * KIB
/** A query is part of the URL, which Node reads up to 16 KiB. */
const QUERY_BYTES = 6 * KIB
const MAX_ITEMS = 20_000

/** Texts that cost the most to read, each in its own way, repeated to the length that is wanted. */
export const WORST_TEXTS: Readonly<Record<string, string>> = {
  'short words': 'a b c d e f g h i j ',
  'characters that become many': 'ﷺ',
  'spelled and disguised words': 'l a n t e r n b00k c@ll aaab ',
  'no spaces': '昨天小明来了',
  'different words': Array.from({ length: 4000 }, (_, at) => `w${at.toString(36)}`).join(' '),
}

/** A text of at most this many UTF-16 units and bytes. */
export function textOfLength(unit: string, length: number, bytes = length * 3): string {
  const most = Math.max(0, Math.floor(Math.min(length, (bytes * unit.length) / Buffer.byteLength(unit))))
  return unit.repeat(Math.ceil(most / unit.length)).slice(0, most)
}

/** The largest input that a schema allows, made of one text; fields with the name of an id get one of `ids`. */
export function worstInput(
  schema: z.ZodType | undefined,
  unit: string,
  ids: Readonly<Record<string, string>>,
  isQuery: boolean,
): Record<string, unknown> {
  if (!schema) return {}
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema // a part of it
  return largest(json, '', { unit, ids, bytes: isQuery ? QUERY_BYTES : BODY_BYTES }) as Record<string, unknown> // bodies and queries are objects
}

interface Filling {
  unit: string
  ids: Readonly<Record<string, string>>
  bytes: number
}

function largest(schema: JsonSchema, name: string, filling: Filling): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum.includes(3) ? 3 : schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return largest(choices.find(({ type }) => type !== 'null') ?? {}, name, filling)
  // An invented one is refused before anything is read.
  if (name === 'cursor') return undefined
  switch (schema.type) {
    case 'object':
      return largestObject(schema, filling)
    case 'array':
      return largestArray(schema, name, filling)
    case 'integer':
    case 'number':
      return Math.min(schema.maximum ?? 100, 1_000_000)
    case 'boolean':
      return true
    case 'string':
      return largestText(schema, name, filling)
    default:
      return { [filling.unit.slice(0, 20)]: textOfLength(filling.unit, filling.bytes, filling.bytes - 100) }
  }
}

function largestObject(schema: JsonSchema, filling: Filling): Record<string, unknown> {
  const properties = Object.entries(schema.properties ?? {})
  if (properties.length === 0) return { text: textOfLength(filling.unit, filling.bytes, filling.bytes - 100) }
  // Small fields leave their share to the large ones.
  const sizes = properties.map(
    ([key, inner]) => (JSON.stringify(largest(inner, key, { ...filling, bytes: 1 })) ?? '').length,
  )
  const open = properties.filter(([, inner]) => isOpenEnded(inner)).length
  const share = Math.max(0, filling.bytes - sizes.reduce((sum, size) => sum + size + 50, 0)) / Math.max(1, open)
  return Object.fromEntries(properties.map(([key, inner]) => [key, largest(inner, key, { ...filling, bytes: share })]))
}

function isOpenEnded(schema: JsonSchema): boolean {
  if (schema.const !== undefined || schema.enum) return false
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.some(isOpenEnded)
  return !['integer', 'number', 'boolean', 'null'].includes(schema.type ?? '')
}

function largestArray(schema: JsonSchema, name: string, filling: Filling): unknown[] {
  const one = largest(schema.items ?? {}, name, { ...filling, bytes: 100 })
  const size = Buffer.byteLength(JSON.stringify(one) ?? 'null') + 1
  const count = Math.min(schema.maxItems ?? MAX_ITEMS, Math.floor(filling.bytes / size))
  return Array.from({ length: count }, () => one)
}

function largestText({ maxLength, format }: JsonSchema, name: string, { unit, ids, bytes }: Filling): string {
  if (ids[name] !== undefined) return ids[name]
  if (format === 'email' || name === 'email') return `${'a'.repeat(50)}@example.org`
  if (format === 'uuid') return '00000000-0000-4000-8000-000000000000'
  return textOfLength(unit, maxLength ?? bytes, bytes)
}
