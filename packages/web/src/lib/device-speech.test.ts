import { expect, it } from 'vitest'
import { type DeviceVoice, findDeviceVoice } from './device-speech.ts'

const voice = (name: string, lang: string, overrides: Partial<DeviceVoice> = {}): DeviceVoice => ({
  name,
  lang,
  localService: true,
  default: false,
  ...overrides,
})

it('never uses a voice from the network', () => {
  const voices = [voice('Far', 'en-US', { localService: false, default: true }), voice('Near', 'en-GB')]
  expect(findDeviceVoice(voices, 'en')?.name).toBe('Near')
  expect(findDeviceVoice(voices.slice(0, 1), 'en')).toBeNull()
})

it('uses voices of the language, however the engine spells its tag, and prefers the device’s default', () => {
  const voices = [voice('Ana', 'pt_BR'), voice('Joana', 'pt-PT', { default: true }), voice('Li', 'zh-cmn-Hans')]
  expect(findDeviceVoice(voices, 'pt')?.name).toBe('Joana')
  expect(findDeviceVoice(voices, 'zh')?.name).toBe('Li')
  expect(findDeviceVoice(voices, 'ja')).toBeNull()
})
