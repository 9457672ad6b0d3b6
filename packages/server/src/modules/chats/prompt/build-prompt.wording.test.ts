import { describe, expect, it } from 'vitest'
import { buildPrompt } from './build-prompt.ts'
import type { BuiltPrompt } from './prompt-input.ts'
import { DEFINITION, inputWith, message } from './test-prompts.ts'

const build = (changes: Parameters<typeof inputWith>[0] = {}) => buildPrompt(inputWith(changes))
const system = (built: BuiltPrompt) => built.messages[0]?.content ?? ''

describe('form and language', () => {
  const instructions = (definition: object, greeting: string) =>
    build({ definition: definition as typeof DEFINITION, greeting }).sections[1]?.text

  it('are the card’s own; only a card without greeting and examples gets advice', () => {
    expect(instructions(DEFINITION, '')).toContain('first message and examples')
    expect(instructions({ description: 'x' }, 'Hello.')).not.toContain('Asterisks')
    expect(instructions({ description: 'x' }, '')).toContain('Asterisks')
  })

  it('names a language only where the person writes in another one than the character', () => {
    const last = (said: string, answered: string) =>
      build({ locale: 'de', path: [message('character', answered), message('user', said)] }).messages.at(-1)?.content
    const english = 'What is it that you have in the suitcase, and for whom is it?'
    const german = 'Das ist nicht für dich, und ich habe es dir schon gesagt.'
    expect(last(english, 'It is not for you, and that is all I have to say of it.')).not.toContain('Write in')
    expect(last(english, german)).toContain('Write in English.')
    expect(last('それは何ですか、教えてください。', german)).toContain('Write in Japanese.')
    expect(last('Hm?', german)).not.toContain('Write in')
  })

  it('asks for another beginning when the last three replies began alike, and for honesty after a claim', () => {
    const path = ['One.', 'Two.', 'Three.'].flatMap((text) => [
      message('character', `*She nods slowly* and says: ${text}`),
      message('user', 'Go on.'),
    ])
    expect(build({ path }).messages.at(-1)?.content).toContain('another way')
    expect(build({ path: path.slice(2) }).messages.at(-1)?.content).not.toContain('another way')
    expect(build({ hasClaimedHuman: true }).messages.at(-1)?.content).toContain('You are an AI character')
  })
})

describe('macros in a prompt', () => {
  it('make a choice once per chat, and tell the full hour, in what stays the same', () => {
    const definition = { ...DEFINITION, scenario: '{{random::a::b::c::d::e::f}} {{roll:1d20}} at {{time}}, {{model}}' }
    const at = (minute: number) =>
      build({
        definition,
        modelName: 'm-1',
        now: new Date(Date.UTC(2026, 10, 20, 18, minute)),
        lastSeq: minute,
        variantIndex: minute,
      })
    const [one, other] = [at(10), at(50)]
    expect(one.messages[0]).toEqual(other.messages[0])
    expect(one.messages[0]?.content).toMatch(/## The scene\n[a-f] \d+ at 6:00 PM, m-1/)
    expect(one.messages.at(-1)?.content).toContain('It is now 6:10 PM.')
  })

  it('move a field that says what was said last near the end, and are expanded in the person’s own messages', () => {
    const definition = { ...DEFINITION, scenario: 'After “{{lastUserMessage}}”.' }
    const path = [
      message('character', 'Hm.'),
      message('user', 'I am {{user}}, and {{description}}'),
      message('user', 'Go'),
    ]
    const built = build({ definition, path })
    expect(system(built)).not.toContain('## The scene')
    expect(built.messages[1]).toEqual({ role: 'system', content: '## The scene\nAfter “Go”.' })
    expect(built.messages[3]?.content).toBe('I am Alex, and ')
  })

  it('insert fields of the card into one another once', () => {
    const definition = { ...DEFINITION, system_prompt: '{{description}} {{persona}}', description: 'D {{description}}' }
    expect(system(build({ definition, persona: { name: 'Alex', text: 'A nurse.' } }))).toContain('\n\nD A nurse.')
  })
})

describe('time in a prompt', () => {
  it('is in the person’s time zone', () => {
    const definition = { ...DEFINITION, scenario: 'It is {{time}}, {{weekday}}, {{date}}.' }
    const scene = (timeZone?: string) => build({ definition, timeZone }).scene.scenario
    expect(scene('Asia/Tokyo')).toBe('It is 3:30 AM, Saturday, November 21, 2026.')
    expect(scene()).toBe('It is 6:30 PM, Friday, November 20, 2026.')
  })
})
