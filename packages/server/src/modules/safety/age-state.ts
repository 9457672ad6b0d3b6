/** The server's view of a person's age [A2]. */
export const AGE_STATES = [
  'unknown',
  'declared_adult',
  'verified_adult',
  'minor_declared',
  'minor_suspected',
  'minor_verified',
] as const
export type AgeState = (typeof AGE_STATES)[number]

/** The age bucket of the profile: 1 is under 18; 2 to 4 are 18–25, 26–30 and above 30. */
export type AgeScope = 1 | 2 | 3 | 4

/**
 * The events that may change an age state: the profile's answer, a sign of being under 18, an age check, or support.
 */
export type AgeAnswer =
  | { kind: 'profile'; ageScope: AgeScope }
  | { kind: 'minor_signal' }
  | { kind: 'age_check'; result: 'adult' | 'minor' }
  | { kind: 'support_reset' }

/** Whether it is one of the three under-18 states. */
export const isMinor = (state: AgeState): boolean => state.startsWith('minor_')

/** Whether the person counts as 18 or more. */
export const isAdult = (state: AgeState): boolean => state === 'declared_adult' || state === 'verified_adult'

/**
 * The state after an event. The lowest signal wins, and under 18 ends only through an age check or support: no answer
 * of the person's own can end it [A4, A6].
 */
export function nextAgeState(current: AgeState, answer: AgeAnswer): AgeState {
  switch (answer.kind) {
    case 'age_check':
      return answer.result === 'adult' ? 'verified_adult' : 'minor_verified'
    case 'support_reset':
      return isMinor(current) ? 'unknown' : current
    case 'minor_signal':
      return isMinor(current) ? current : 'minor_suspected'
    case 'profile':
      return afterProfile(current, answer.ageScope)
  }
}

function afterProfile(current: AgeState, ageScope: AgeScope): AgeState {
  if (ageScope === 1) return current === 'minor_verified' ? current : 'minor_declared'
  return current === 'unknown' ? 'declared_adult' : current
}
