import { describe, expect, it } from 'vitest'
import type { PromptMessage } from '../../../modules/models/module.ts'
import { cacheMarks, toNativePrompt } from './native-prompt.ts'

const system = (content: string): PromptMessage => ({ role: 'system', content })
const user = (content: string): PromptMessage => ({ role: 'user', content })
const assistant = (content: string): PromptMessage => ({ role: 'assistant', content })

/** The texts of a prompt, with a `!` after those that are marked for caching. */
function shown(messages: PromptMessage[], stable: number) {
  return toNativePrompt(messages, cacheMarks(messages, stable)).map(({ role, content, providerOptions }) => {
    if (typeof content === 'string') return `${role}: ${content}${providerOptions ? '!' : ''}`
    const texts = content.map(
      (part) => `${part.type === 'text' ? part.text : part.type}${part.providerOptions ? '!' : ''}`,
    )
    return `${role}: ${texts.join(' | ')}`
  })
}

describe('the prompt of a native protocol', () => {
  it('marks the stable beginning, and the history before what changes', () => {
    const messages = [
      system('card'),
      system('so far'),
      assistant('hi'),
      user('one'),
      assistant('two'),
      user('three'),
      system('lore'),
      assistant('four'),
      user('five'),
      system('closing'),
    ]
    expect(shown(messages, 1)).toEqual([
      'system: card!',
      'system: so far',
      'user: [The scene begins.]',
      'assistant: hi',
      'user: one',
      'assistant: two',
      'user: three! | [lore]',
      'assistant: four',
      'user: five | [closing]',
    ])
  })

  it('marks the last message when nothing after it changes', () => {
    expect(shown([system('card'), user('one'), assistant('two'), user('three')], 1)).toEqual([
      'system: card!',
      'user: one',
      'assistant: two',
      'user: three!',
    ])
  })

  it('marks no beginning when it is not known how much is stable', () => {
    expect(shown([system('card'), user('one')], 0)).toEqual(['system: card', 'user: one!'])
  })

  it('the marked beginning is the same with the next turn’s messages', () => {
    const turn = [system('card'), user('one'), assistant('two'), user('three'), system('note')]
    const next = [...turn.slice(0, 4), assistant('four'), user('five'), system('other note')]
    const marked = (messages: PromptMessage[]) => {
      const prompt = toNativePrompt(messages, cacheMarks(messages, 1))
      const flat = JSON.stringify(prompt.map(({ role, content }) => [role, content]))
      return flat.slice(0, flat.lastIndexOf('providerOptions')).replaceAll(/,?"providerOptions".*?\}\}\}/g, '')
    }
    const before = marked(turn)
    expect(marked(next).startsWith(before.slice(0, before.lastIndexOf('three') + 5))).toBe(true)
  })

  it('leaves out empty messages, and always ends with someone to answer', () => {
    expect(shown([system('card'), user(''), assistant('')], 1)).toEqual(['system: card!', 'user: [The scene begins.]'])
  })
})
