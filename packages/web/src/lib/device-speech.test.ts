import { expect, it } from 'vitest'
import { type DeviceVoice, findDeviceVoice } from './device-speech.ts'

const voice = (name: string, lang: string, wishes: Partial<DeviceVoice> = {}): DeviceVoice => ({
  name,
  lang,
  localService: true,
  default: false,
  ...wishes,
})

it('never takes a voice from the net', () => {
  const voices = [voice('Far', 'en-US', { localService: false, default: true }), voice('Near', 'en-GB')]
  expect(findDeviceVoice(voices, 'en')?.name).toBe('Near')
  expect(findDeviceVoice(voices.slice(0, 1), 'en')).toBeNull()
})

it('takes the language’s own voice, whatever the engine writes, and the device’s favourite first', () => {
  const voices = [voice('Ana', 'pt_BR'), voice('Joana', 'pt-PT', { default: true }), voice('Li', 'zh-cmn-Hans')]
  expect(findDeviceVoice(voices, 'pt')?.name).toBe('Joana')
  expect(findDeviceVoice(voices, 'zh')?.name).toBe('Li')
  expect(findDeviceVoice(voices, 'ja')).toBeNull()
})
