import type { CardFormat } from './card-fields.ts'
import { isObject, type JsonObject, ownValue } from './json-values.ts'
import { looseText } from './loose-values.ts'

/** What a file's object is. */
export type Detected =
  | { kind: 'card'; format: CardFormat; isNewer: boolean }
  | { kind: 'lorebook'; form: 'lorebook_v3' | 'book' | 'sillytavern' | 'agnai' }
  | { kind: 'unknown' }

const FIRST_FIELDS = ['name', 'description', 'personality', 'scenario', 'first_mes', 'mes_example']
const OLDER_APPS = ['char_name', 'char_persona', 'char_greeting', 'world_scenario', 'example_dialogue']
const NEWEST = 3

/** Tells by `spec` what an object is, never by the chunk that it came in; without one by the fields that it has. */
export function detectFormat(raw: JsonObject): Detected {
  const spec = ownValue(raw, 'spec')
  if (spec === 'lorebook_v3') return { kind: 'lorebook', form: 'lorebook_v3' }
  const version = typeof spec === 'string' ? /^chara_card_v(\d{1,3})$/.exec(spec)?.[1] : undefined
  if (version !== undefined && Number(version) >= 2)
    return { kind: 'card', format: version === '2' ? 'v2' : 'v3', isNewer: isNewer(raw, Number(version)) }
  const has = (keys: readonly string[]) => keys.some((key) => ownValue(raw, key) !== undefined)
  const data = ownValue(raw, 'data')
  if (isObject(data) && FIRST_FIELDS.some((key) => ownValue(data, key) !== undefined))
    return { kind: 'card', format: 'v2', isNewer: false }
  if (ownValue(raw, 'kind') === 'memory') return { kind: 'lorebook', form: 'agnai' }
  if (ownValue(raw, 'entries') !== undefined && !has(FIRST_FIELDS.slice(2)))
    return { kind: 'lorebook', form: formOfBook(raw) }
  if (isObject(ownValue(raw, 'persona')) || ownValue(raw, 'kind') === 'character')
    return { kind: 'card', format: 'other', isNewer: false }
  if (has(OLDER_APPS) && !has(['first_mes'])) return { kind: 'card', format: 'other', isNewer: false }
  return has(FIRST_FIELDS) ? { kind: 'card', format: 'v1', isNewer: false } : { kind: 'unknown' }
}

function isNewer(raw: JsonObject, version: number): boolean {
  const number = Number.parseFloat(looseText(ownValue(raw, 'spec_version')))
  return version > NEWEST || (version === NEWEST && number > NEWEST)
}

function formOfBook(raw: JsonObject): 'book' | 'sillytavern' {
  const entries = ownValue(raw, 'entries')
  const [first] = Array.isArray(entries) ? entries : isObject(entries) ? Object.values(entries) : []
  return isObject(first) && ownValue(first, 'key') !== undefined ? 'sillytavern' : 'book'
}
