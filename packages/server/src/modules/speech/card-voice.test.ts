import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { voiceForCard } from './card-voice.ts'

const testSpeaker = (id: string, voice: unknown = null) => ({ id, gender: 'female' as const, age: 30, voice })

describe('the voice of a card', () => {
  it('is what the card asks for, within bounds', () => {
    const asked = { gender: 'male', pitch: 0.8, rate: 40, name: 'am_adam', hint: 'tired' }
    expect(voiceForCard(testSpeaker('bram', asked))).toMatchObject({
      gender: 'male',
      pitch: 0.8,
      rate: 1.4,
      name: 'am_adam',
    })
    expect(voiceForCard(testSpeaker('bram', 'onyx'))).toMatchObject({ gender: 'female', name: 'onyx' })
  })

  it('is always the same for a character, and another for each of a group', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 8 }), (ids) => {
        const cast = ids.map((id) => testSpeaker(id))
        const voices = cast.map((card) => voiceForCard(card, cast))
        expect(new Set(voices.map((voice) => voice.voiceIndex)).size).toBe(ids.length)
        expect(cast.map((card) => voiceForCard(card, cast))).toEqual(voices)
      }),
    )
  })

  it('ignores any malformed value of the field', () => {
    fc.assert(
      fc.property(fc.anything(), (voice) => {
        const { pitch, rate, name } = voiceForCard(testSpeaker('x', voice))
        expect(pitch).toBeGreaterThan(0.5)
        expect(rate).toBeGreaterThan(0.5)
        expect(name === null || /^[\w.-]+$/.test(name)).toBe(true)
      }),
    )
  })
})
