import { expect, it } from 'vitest'
import { ownVoiceFor, type Voice } from './own-voices.ts'

const voice = (name: string, lang: string, wishes: Partial<Voice> = {}): Voice => ({
  name,
  lang,
  localService: true,
  default: false,
  ...wishes,
})

it('never takes a voice from the net', () => {
  const voices = [voice('Far', 'en-US', { localService: false, default: true }), voice('Near', 'en-GB')]
  expect(ownVoiceFor(voices, 'en')?.name).toBe('Near')
  expect(ownVoiceFor(voices.slice(0, 1), 'en')).toBeNull()
})

it('takes the language’s own voice, whatever the engine writes, and the device’s favourite first', () => {
  const voices = [voice('Ana', 'pt_BR'), voice('Joana', 'pt-PT', { default: true }), voice('Li', 'zh-cmn-Hans')]
  expect(ownVoiceFor(voices, 'pt')?.name).toBe('Joana')
  expect(ownVoiceFor(voices, 'zh')?.name).toBe('Li')
  expect(ownVoiceFor(voices, 'ja')).toBeNull()
})
