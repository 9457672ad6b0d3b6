import { LIMITS } from '@everkin/contract/limits.ts'
import { SAMPLER_LIMITS } from '@everkin/contract/preset-limits.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../platform/app-error.ts'
import { BUILT_IN_PRESETS, NO_PRESET } from './preset.ts'
import { parsePresetFile, writePresetFile } from './preset-file.ts'
import { settingsView, type WireSettings } from './wire-settings.ts'

const parse = (fields: unknown, name = 'Some preset.json') => parsePresetFile(JSON.stringify(fields), name)
const NOTHING = settingsView(NO_PRESET)

describe('a text-completion preset of SillyTavern', () => {
  const file = {
    temp: 1.15,
    temperature_last: true,
    top_p: 0.9,
    top_k: 0,
    min_p: '0.05',
    typical_p: 1,
    rep_pen: 1.1,
    rep_pen_range: 2048,
    freq_pen: 0.1,
    presence_pen: -0.2,
    seed: -1,
    dry_multiplier: 0,
    dry_base: 1.75,
    xtc_probability: 0.5,
    xtc_threshold: 0.1,
    mirostat_mode: 0,
    mirostat_tau: 5,
    negative_prompt: '',
    custom_stopping_strings: '["\\n***", "THE END"]',
    genamt: 350,
    max_length: 16384,
    banned_tokens: '',
  }

  it('is read, with what each field became', () => {
    const { name, settings, report } = parse(file)
    expect(name).toBe('Some preset')
    expect(settings).toEqual({
      samplers: {
        temperature: 1.15,
        top_p: 0.9,
        top_k: 0,
        min_p: 0.05,
        repetition_penalty: 1.1,
        frequency_penalty: 0.1,
        presence_penalty: -0.2,
        seed: null,
      },
      stop: ['\n***', 'THE END'],
      max_reply_tokens: 350,
      context_tokens: 16384,
      reasoning: null,
    })
    expect(report.format).toBe('text_completion')
    expect(report.used).toContain('temp')
    expect(report.used).not.toContain('seed')
  })

  it('is reported with the settings that have an effect and are not used, and no others', () => {
    const { ignored } = parse(file).report
    expect(ignored.map(({ field }) => field).sort()).toEqual([
      'rep_pen_range',
      'temperature_last',
      'xtc_probability',
      'xtc_threshold',
    ])
    expect(new Set(ignored.map(({ kind }) => kind))).toEqual(new Set(['sampler']))
  })

  it('is found inside a master file, whose templates are reported', () => {
    const { settings, report } = parse({ name: 'All', preset: file, instruct: { name: 'ChatML' }, sysprompt: { a: 1 } })
    expect(settings.samplers.temperature).toBe(1.15)
    expect(report.ignored).toContainEqual({ field: 'instruct', kind: 'prompt' })
  })
})

describe('a chat-completion preset of SillyTavern', () => {
  it('is read without its prompts, which are reported', () => {
    const { settings, report } = parse({
      chat_completion_source: 'openrouter',
      temperature: 0.9,
      top_p: 1,
      top_k: 40,
      repetition_penalty: 1,
      openai_max_context: 200000,
      openai_max_tokens: 1200,
      reasoning_effort: 'max',
      prompts: [{ identifier: 'main', content: 'Write.' }],
      prompt_order: [{ character_id: 1 }],
      assistant_prefill: '',
      stream_openai: true,
      seed: 7,
    })
    expect(settings).toMatchObject({
      samplers: { temperature: 0.9, top_p: 1, top_k: 40, repetition_penalty: 1, seed: 7 },
      max_reply_tokens: 1200,
      context_tokens: 200000,
      reasoning: 'high',
    })
    expect(report.ignored).toEqual([
      { field: 'chat_completion_source', kind: 'other' },
      { field: 'prompts', kind: 'prompt' },
      { field: 'prompt_order', kind: 'prompt' },
      { field: 'stream_openai', kind: 'other' },
    ])
  })
})

describe('a preset file', () => {
  it('moves numbers into their range and says so', () => {
    const { settings, report } = parse({ temp: 99, min_p: -1, genamt: 3, max_length: 1e12, rep_pen: 1.2 })
    expect(settings.samplers).toMatchObject({ temperature: 5, min_p: 0, repetition_penalty: 1.2 })
    expect(settings).toMatchObject({ max_reply_tokens: 32, context_tokens: 2_000_000 })
    expect(report.changed).toContainEqual({ field: 'temp', from: 99, to: 5 })
    expect(report.changed.map(({ field }) => field).sort()).toEqual(['genamt', 'max_length', 'min_p', 'temp'])
  })

  it.each([
    ['nothing', ''],
    ['a text', 'hello'],
    ['a web page', '<!doctype html><html></html>'],
    ['a list', '[1, 2]'],
    ['null', 'null'],
    ['a character card', '{"spec": "chara_card_v2", "data": {"name": "Wren"}}'],
    ['nesting without end', '['.repeat(100_000)],
  ])('that is %s is refused', (_name, content) => {
    expect(() => parsePresetFile(content, 'x.json')).toThrow(AppError)
  })

  it('with hostile values is read without them', () => {
    const content = `{"temp": "NaN", "top_p": 1e999, "top_k": {"a": 1}, "rep_pen": [1], "min_p": null, "seed": true,
      "custom_stopping_strings": "[[[", "__proto__": {"polluted": 1}, "constructor": 5, "genamt": "", "freq_pen": 0}`
    const { settings, report } = parsePresetFile(content, '\u0000../../x.json')
    expect(settings).toEqual({ ...NOTHING, samplers: { ...NOTHING.samplers, frequency_penalty: 0 } })
    expect(report.used).toEqual(['freq_pen'])
    expect(Object.prototype).not.toHaveProperty('polluted')
  })

  it('keeps stop strings within their limits', () => {
    const many = Array.from({ length: 40 }, (_, at) => `stop ${at}`)
    const { settings } = parse({ temp: 1, custom_stopping_strings: ['x'.repeat(500), '', 5, ...many, ...many] })
    expect(settings.stop).toEqual(many.slice(0, LIMITS.stopStrings))
  })

  it('has a report of limited size, and a name of limited length', () => {
    const fields = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`${'f'.repeat(200)}${at}`, 1]))
    const { report, name } = parse({ temp: 1, ...fields }, `${'🌒'.repeat(300)}.json`)
    expect(report.ignored.length).toBeLessThanOrEqual(60)
    expect(name.length).toBeLessThanOrEqual(LIMITS.presetNameLength)
    expect(name.isWellFormed()).toBe(true)
  })

  const { max_reply_tokens, context_tokens, ...samplers } = SAMPLER_LIMITS
  const numberIn = ({ min, max, ...more }: { min: number; max: number }) =>
    fc.option('isWhole' in more ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true }).map((n) => n + 0))
  const anySettings = fc.record({
    samplers: fc.record(Object.fromEntries(Object.entries(samplers).map(([field, range]) => [field, numberIn(range)]))),
    stop: fc.uniqueArray(fc.string({ minLength: 1, maxLength: LIMITS.stopLength }), { maxLength: LIMITS.stopStrings }),
    max_reply_tokens: numberIn(max_reply_tokens),
    context_tokens: numberIn(context_tokens),
    reasoning: fc.constantFrom(null, 'off', 'low', 'medium', 'high'),
    // The records above have the fields of SAMPLER_LIMITS.
  }) as unknown as fc.Arbitrary<WireSettings>

  it.each(['everkin', 'text_completion', 'chat_completion'] as const)(
    'of the format %s comes back as it was',
    (format) => {
      fc.assert(
        fc.property(anySettings, (settings) => {
          // A file of SillyTavern is recognised by its own fields, so one without any is not.
          const mark = { everkin: {}, text_completion: { rep_pen: null }, chat_completion: { names_behavior: null } }[
            format
          ]
          const written = { ...mark, ...writePresetFile('Mine', settings, format) }
          const read = parse(written)
          expect(read.settings).toEqual(JSON.parse(JSON.stringify(settings)))
          expect(read.name).toBe('Mine')
          expect(read.report).toMatchObject({ format, changed: [], ignored: [] })
        }),
      )
    },
  )

  it.each(Object.entries(BUILT_IN_PRESETS))('of the built-in preset %s keeps within the limits', (_id, preset) => {
    const settings = settingsView(preset)
    expect(parse(writePresetFile('Mine', settings, 'everkin')).settings).toEqual(settings)
  })
})
