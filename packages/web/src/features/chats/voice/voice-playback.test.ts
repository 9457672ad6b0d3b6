import { expect, it } from 'vitest'
import { loudness } from './voice-playback.ts'

it('scales each part relative to the loudest', () => {
  const samples = new Float32Array(400)
  samples.fill(0.5, 100, 200)
  samples.fill(-0.25, 200, 300)
  expect(loudness(samples, 4)).toEqual([0.08, 1, 0.5, 0.08])
})

it('is flat for silence, and for fewer samples than parts', () => {
  expect(loudness(new Float32Array(1_000), 5)).toEqual([0.08, 0.08, 0.08, 0.08, 0.08])
  expect(loudness(Float32Array.of(1), 3)).toEqual([1, 0.08, 0.08])
})
