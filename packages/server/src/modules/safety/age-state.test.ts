import { describe, expect, it } from 'vitest'
import { AGE_STATES, type AgeAnswer, type AgeState, isAdult, isMinor, nextAgeState } from './age-state.ts'

const ANSWERS: Record<string, AgeAnswer> = {
  under18: { kind: 'profile', ageScope: 1 },
  over18: { kind: 'profile', ageScope: 3 },
  signal: { kind: 'minor_signal' },
  checkedAdult: { kind: 'age_check', result: 'adult' },
  checkedMinor: { kind: 'age_check', result: 'minor' },
  support: { kind: 'support_reset' },
}

const TABLE: Record<AgeState, Record<keyof typeof ANSWERS, AgeState>> = {
  unknown: {
    under18: 'minor_declared',
    over18: 'declared_adult',
    signal: 'minor_suspected',
    checkedAdult: 'verified_adult',
    checkedMinor: 'minor_verified',
    support: 'unknown',
  },
  declared_adult: {
    under18: 'minor_declared',
    over18: 'declared_adult',
    signal: 'minor_suspected',
    checkedAdult: 'verified_adult',
    checkedMinor: 'minor_verified',
    support: 'declared_adult',
  },
  verified_adult: {
    under18: 'minor_declared',
    over18: 'verified_adult',
    signal: 'minor_suspected',
    checkedAdult: 'verified_adult',
    checkedMinor: 'minor_verified',
    support: 'verified_adult',
  },
  minor_declared: {
    under18: 'minor_declared',
    over18: 'minor_declared',
    signal: 'minor_declared',
    checkedAdult: 'verified_adult',
    checkedMinor: 'minor_verified',
    support: 'unknown',
  },
  minor_suspected: {
    under18: 'minor_declared',
    over18: 'minor_suspected',
    signal: 'minor_suspected',
    checkedAdult: 'verified_adult',
    checkedMinor: 'minor_verified',
    support: 'unknown',
  },
  minor_verified: {
    under18: 'minor_verified',
    over18: 'minor_verified',
    signal: 'minor_verified',
    checkedAdult: 'verified_adult',
    checkedMinor: 'minor_verified',
    support: 'unknown',
  },
}

describe('A2, A4, A6: the age state', () => {
  for (const state of AGE_STATES) {
    for (const [name, answer] of Object.entries(ANSWERS)) {
      it(`${state} after ${name} is ${TABLE[state][name]}`, () => {
        expect(nextAgeState(state, answer)).toBe(TABLE[state][name])
      })
    }
  }
  it('A4: nothing a person says leads out of under 18', () => {
    for (const state of AGE_STATES.filter(isMinor)) {
      for (const ageScope of [1, 2, 3, 4] as const)
        expect(isMinor(nextAgeState(state, { kind: 'profile', ageScope }))).toBe(true)
    }
  })
  it('no state is both adult and minor, and unknown is neither', () => {
    expect(AGE_STATES.filter((state) => isAdult(state) === isMinor(state))).toEqual(['unknown'])
  })
})
