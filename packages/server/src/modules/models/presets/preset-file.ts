import type { ApiData } from '@everkin/contract/api-types.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { SAMPLER_LIMITS } from '@everkin/contract/preset-limits.ts'
import { AppError } from '../../../platform/app-error.ts'
import { classifyIgnored, PROMPT_PARTS } from './ignored-fields.ts'
import { NO_PRESET } from './preset.ts'
import { settingsView, type WireSettings } from './wire-settings.ts'

export type PresetReport = ApiData<'POST /api/preset/read'>['report']
export type PresetFormat = PresetReport['format']
type Effort = WireSettings['reasoning']
type NumberField = keyof typeof SAMPLER_LIMITS
type Target = NumberField | 'stop' | 'reasoning'
type Fields = Readonly<Record<string, unknown>>

const OWN_SPEC = 'everkin_preset'

/** The fields of SillyTavern's presets that Everkin uses. The first of several names is the one that is written. */
const FIELDS: Record<'text_completion' | 'chat_completion', Readonly<Record<string, Target>>> = {
  text_completion: {
    temp: 'temperature',
    top_p: 'top_p',
    top_k: 'top_k',
    min_p: 'min_p',
    rep_pen: 'repetition_penalty',
    freq_pen: 'frequency_penalty',
    presence_pen: 'presence_penalty',
    seed: 'seed',
    genamt: 'max_reply_tokens',
    max_length: 'context_tokens',
    custom_stopping_strings: 'stop',
    reasoning_effort: 'reasoning',
    temperature: 'temperature',
    repetition_penalty: 'repetition_penalty',
    frequency_penalty: 'frequency_penalty',
    presence_penalty: 'presence_penalty',
  },
  chat_completion: {
    temperature: 'temperature',
    top_p: 'top_p',
    top_k: 'top_k',
    min_p: 'min_p',
    repetition_penalty: 'repetition_penalty',
    frequency_penalty: 'frequency_penalty',
    presence_penalty: 'presence_penalty',
    seed: 'seed',
    openai_max_tokens: 'max_reply_tokens',
    openai_max_context: 'context_tokens',
    custom_stopping_strings: 'stop',
    reasoning_effort: 'reasoning',
  },
}

/** SillyTavern's words for reasoning effort. */
const EFFORTS: Readonly<Record<string, Effort>> = {
  auto: null,
  min: 'off',
  low: 'low',
  medium: 'medium',
  high: 'high',
  max: 'high',
}
const EFFORT_WORDS = { off: 'min', low: 'low', medium: 'medium', high: 'high' } as const

/** Values that switch a setting off where it comes from, and what they are here. */
const OFF_VALUES: Partial<Record<NumberField, Readonly<Record<string, number | null>>>> = {
  seed: { '-1': null },
  top_k: { '-1': 0 },
}

const MAX_REPORTED = 60
const MAX_FIELD_NAME = 60

/**
 * Reads a preset file of Everkin, or a text-completion or chat-completion preset of SillyTavern. Numbers outside of
 * what is possible here are moved to the nearest that is. Pure; the report names every field that had a meaning.
 * @throws AppError FileType for anything else.
 */
export function parsePresetFile(
  content: string,
  fileName: string,
): { name: string; settings: WireSettings; report: PresetReport } {
  const root = parseObject(content)
  const { format, fields, around } = unwrap(root)
  const report: PresetReport = { format, used: [], changed: [], ignored: [] }
  const settings = settingsView(NO_PRESET)
  const known: Readonly<Record<string, Target>> = format === 'everkin' ? OWN_FIELDS : FIELDS[format]
  // In the order of the table, so that the first name of a setting wins.
  const taken = new Set<Target>()
  for (const [field, target] of Object.entries(known)) {
    if (!Object.hasOwn(fields, field) || taken.has(target)) continue
    if (!takeField(settings, report, { field, target, value: fields[field] })) continue
    taken.add(target)
    report.used.push(field)
  }
  const rest = Object.keys(fields).filter((field) => !Object.hasOwn(known, field))
  for (const field of [...rest, ...around]) {
    if (report.ignored.length >= MAX_REPORTED) break
    const kind = around.includes(field) ? 'prompt' : classifyIgnored(field, fields)
    if (kind) report.ignored.push({ field: field.slice(0, MAX_FIELD_NAME), kind })
  }
  return { name: nameOf(root, fileName), settings, report }
}

/** A preset as a file of this format. Settings that are not set are left out. */
export function writePresetFile(name: string, settings: WireSettings, format: PresetFormat): object {
  if (format === 'everkin') return { spec: OWN_SPEC, spec_version: 1, name, ...settings }
  const written: Record<string, unknown> = { name }
  const done = new Set<Target>()
  for (const [field, target] of Object.entries(FIELDS[format])) {
    if (done.has(target)) continue
    done.add(target)
    if (target === 'stop') {
      if (settings.stop.length > 0) written[field] = JSON.stringify(settings.stop)
    } else if (target === 'reasoning') {
      if (settings.reasoning) written[field] = EFFORT_WORDS[settings.reasoning]
    } else {
      const value = numberIn(settings, target)
      if (value !== null) written[field] = value
    }
  }
  return written
}

/** Everkin's own files, with the samplers lifted to the top. */
const OWN_FIELDS: Readonly<Record<string, Target>> = {
  ...Object.fromEntries(Object.keys(SAMPLER_LIMITS).map((field) => [field, field as NumberField])), // its own keys
  stop: 'stop',
  reasoning: 'reasoning',
}

function parseObject(content: string): Fields {
  try {
    const value: unknown = JSON.parse(content.replace(/^\uFEFF/, ''))
    if (isFields(value)) return value
  } catch {
    // not JSON
  }
  throw notAPreset()
}

function notAPreset(): AppError {
  return new AppError('FileType', { accepted: ['Everkin (JSON)', 'SillyTavern (JSON)'] })
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Finds the settings in a file. SillyTavern's “master” files keep them beside templates, which are not used. */
function unwrap(root: Fields): { format: PresetFormat; fields: Fields; around: string[] } {
  if (root.spec === OWN_SPEC) {
    const { spec: _spec, spec_version: _version, name: _name, samplers, ...others } = root
    return { format: 'everkin', fields: { ...others, ...(isFields(samplers) ? samplers : {}) }, around: [] }
  }
  const isWrapped = isFields(root.preset)
  const { name: _name, ...fields } = isFields(root.preset) ? root.preset : root
  const around = isWrapped ? Object.keys(root).filter((key) => PROMPT_PARTS.has(key)) : []
  const has = (...names: string[]) => names.some((name) => Object.hasOwn(fields, name))
  if (has('openai_max_context', 'openai_max_tokens', 'prompt_order', 'chat_completion_source', 'names_behavior'))
    return { format: 'chat_completion', fields, around }
  if (has('temp', 'rep_pen', 'genamt', 'freq_pen')) return { format: 'text_completion', fields, around }
  if (has('temperature', 'top_p', 'min_p')) return { format: 'chat_completion', fields, around }
  throw notAPreset()
}

/** Stores the value of one field; false when it has none of its kind. */
function takeField(
  settings: WireSettings,
  report: PresetReport,
  { field, target, value }: { field: string; target: Target; value: unknown },
): boolean {
  if (target === 'stop') {
    const strings = stopStrings(value)
    settings.stop = strings
    return strings.length > 0
  }
  if (target === 'reasoning') {
    if (typeof value !== 'string' || !(Object.hasOwn(EFFORTS, value) || value === 'off')) return false
    settings.reasoning = value === 'off' ? 'off' : (EFFORTS[value] ?? null)
    return settings.reasoning !== null
  }
  const given = numberFrom(value)
  if (given === null) return false
  const off = OFF_VALUES[target]?.[String(given)]
  if (off === null) return false
  const { min, max, ...limits } = SAMPLER_LIMITS[target]
  const bounded = Math.min(max, Math.max(min, off ?? given))
  const stored = 'isWhole' in limits ? Math.round(bounded) : bounded
  if (stored !== given && off === undefined) report.changed.push({ field, from: given, to: stored })
  setNumber(settings, target, stored)
  return true
}

function setNumber(settings: WireSettings, target: NumberField, value: number): void {
  if (target === 'max_reply_tokens' || target === 'context_tokens') settings[target] = value
  else settings.samplers[target] = value
}

function numberIn(settings: WireSettings, target: NumberField): number | null {
  if (target === 'max_reply_tokens' || target === 'context_tokens') return settings[target]
  return settings.samplers[target]
}

/** Some programs write numbers as text. */
function numberFrom(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** SillyTavern stores the list as JSON in a string. */
function stopStrings(value: unknown): string[] {
  let list = value
  if (typeof value === 'string' && value.trim() !== '') {
    try {
      list = JSON.parse(value)
    } catch {
      return []
    }
  }
  if (!Array.isArray(list)) return []
  const strings = list.filter((one): one is string => typeof one === 'string' && one !== '')
  return [...new Set(strings.filter((one) => one.length <= LIMITS.stopLength))].slice(0, LIMITS.stopStrings)
}

function nameOf(root: Fields, fileName: string): string {
  const written = typeof root.name === 'string' ? root.name : ''
  const plain = (written.trim() || fileName.replace(/\.(json|settings)$/i, '')).replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
  return [...plain.trim()].slice(0, LIMITS.presetNameLength / 2).join('')
}
