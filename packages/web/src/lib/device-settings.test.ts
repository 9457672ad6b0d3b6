import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseSettings } from './device-settings.ts'

const off = {
  readAloud: false,
  voiceFrom: 'character',
  knowsDictation: false,
  knowsTranscription: false,
  speed: 1,
  tellsReplies: false,
}

it('reads stored settings', () => {
  const kept = {
    readAloud: true,
    voiceFrom: 'device',
    knowsDictation: true,
    knowsTranscription: true,
    speed: 1.2,
    tellsReplies: true,
  }
  expect(parseSettings(JSON.stringify(kept))).toEqual(kept)
  expect(parseSettings(null)).toEqual(off)
})

it('enables nothing by default', () => {
  expect(parseSettings('{"readAloud":"yes","speed":40,"tellsReplies":1}')).toEqual(off)
  expect(parseSettings('[true,')).toEqual(off)
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseSettings(text)).toEqual(off)
    }),
  )
})
