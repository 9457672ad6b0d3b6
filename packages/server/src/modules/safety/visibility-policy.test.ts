import { describe, expect, it } from 'vitest'
import { AGE_STATES, type AgeState, isMinor } from './age-state.ts'
import { MAX_TEEN_USE_MS } from './protected-mode.ts'
import {
  AGE_RULES,
  ageRuleFor,
  type ChatPerson,
  checkChatAccess,
  checkRatingAccess,
  confirmAge,
  type RatingSettings,
  setNsfw,
} from './visibility-policy.ts'

const open: RatingSettings = { nsfwEnabled: true, nsfwAgeRule: 'declared', hasCountryHeader: false }
const viewer = (ageState: AgeState, hasConfirmedAge = true, nsfw = true, country: string | null = null) => ({
  ageState,
  hasConfirmedAge,
  nsfw,
  country,
})

/** Derived by hand from N1 to N4, independently of the code: who may ever see adult items under a rule. */
const ADMITTED: Record<string, readonly AgeState[]> = {
  declared: ['declared_adult', 'verified_adult'],
  verified: ['verified_adult'],
  off: [],
}

const someone = (ageState: AgeState, more: Partial<ChatPerson> = {}): ChatPerson => ({
  ageState,
  localHour: 12,
  teenAge: 16,
  usedMs: 0,
  teenRule: 13,
  ...more,
})

describe('A3, A5, A8: who may chat', () => {
  const minorStates = AGE_STATES.filter(isMinor)
  it('adults may with both audiences, unknown with neither', () => {
    for (const audience of ['adults', 'adults_and_teens'] as const) {
      for (const ageState of ['declared_adult', 'verified_adult'] as const) {
        const late = someone(ageState, { localHour: 23, usedMs: MAX_TEEN_USE_MS, teenRule: 'closed', teenAge: null })
        expect(checkChatAccess(late, audience)).toEqual({ allowed: true, isProtected: false })
      }
      expect(checkChatAccess(someone('unknown'), audience)).toEqual({
        allowed: false,
        name: 'AgeNotOpen',
        reason: 'age_unknown',
      })
    }
  })
  it('under 18 may not where the audience is adults', () => {
    for (const ageState of minorStates)
      expect(checkChatAccess(someone(ageState), 'adults')).toMatchObject({ reason: 'under_18' })
  })
  it('teens are protected, and quiet from 22:00 to 07:00', () => {
    for (const ageState of minorStates) {
      for (let localHour = 0; localHour < 24; localHour += 1) {
        const answer = checkChatAccess(someone(ageState, { localHour }), 'adults_and_teens')
        if (localHour >= 22 || localHour < 7) expect(answer).toMatchObject({ allowed: false, reason: 'quiet_hours' })
        else expect(answer).toEqual({ allowed: true, isProtected: true })
      }
    }
  })
  it.each<[string, Partial<ChatPerson>, string | null]>([
    ['just under two hours', { usedMs: MAX_TEEN_USE_MS - 1 }, null],
    ['two hours', { usedMs: MAX_TEEN_USE_MS }, 'daily_limit'],
    ['no age yet', { teenAge: null }, 'age_unknown'],
    ['under 13', { teenAge: 12 }, 'too_young'],
    ['younger than the country allows', { teenAge: 14, teenRule: 15 }, 'too_young'],
    ['as old as the country allows', { teenAge: 15, teenRule: 15 }, null],
    ['a country that forbids the mode', { teenRule: 'closed' }, 'region'],
  ])('a teen with %s', (_what, more, reason) => {
    const answer = checkChatAccess(someone('minor_declared', more), 'adults_and_teens')
    expect(answer.allowed ? null : answer.reason).toBe(reason)
  })
})

describe('N1–N4: adult items', () => {
  for (const nsfwAgeRule of AGE_RULES) {
    for (const nsfwEnabled of [true, false]) {
      for (const ageState of AGE_STATES) {
        it(`${ageState}, rule ${nsfwAgeRule}, switch ${nsfwEnabled}`, () => {
          const settings = { ...open, nsfwAgeRule, nsfwEnabled }
          const isAdmitted = nsfwEnabled && ADMITTED[nsfwAgeRule]!.includes(ageState)
          expect(checkRatingAccess(viewer(ageState), 'nsfw', settings)).toBe(isAdmitted ? 'yes' : 'absent')
          expect(checkRatingAccess(viewer(ageState, true, false), 'nsfw', settings)).toBe('absent')
          for (const nsfw of [true, false]) {
            expect(checkRatingAccess(viewer(ageState, false, nsfw), 'nsfw', settings)).toBe(
              isAdmitted ? 'confirm_age' : 'absent',
            )
          }
          expect(checkRatingAccess(viewer(ageState, false, false), 'sfw', settings)).toBe('yes')
          expect(confirmAge(viewer(ageState, false, false), settings).allowed).toBe(isAdmitted)
          expect(setNsfw(viewer(ageState), true, settings).allowed).toBe(isAdmitted)
          expect(setNsfw(viewer(ageState), false, settings)).toEqual({ allowed: true, nsfw: false })
        })
      }
    }
  }
  it('a visitor never sees them, and everyone sees safe ones', () => {
    expect(checkRatingAccess(null, 'nsfw', open)).toBe('absent')
    expect(checkRatingAccess(null, 'sfw', open)).toBe('yes')
  })
  it('rejections name their reason', () => {
    expect(confirmAge(viewer('unknown'), open)).toMatchObject({ reason: 'age_unknown' })
    expect(confirmAge(viewer('minor_suspected'), open)).toMatchObject({ reason: 'under_18' })
    expect(confirmAge(viewer('declared_adult'), { ...open, nsfwAgeRule: 'verified' })).toMatchObject({
      reason: 'region',
    })
    expect(setNsfw(viewer('declared_adult', false), true, open)).toMatchObject({ reason: 'confirm_age' })
    expect(confirmAge(viewer('declared_adult', false, false), open)).toEqual({
      allowed: true,
      hasConfirmedAge: true,
      nsfw: true,
    })
  })
})

describe('N2: the rule of a country', () => {
  const byCountry = { ...open, hasCountryHeader: true }
  it('the stricter of operator and country wins', () => {
    expect(ageRuleFor('JP', byCountry)).toBe('declared')
    expect(ageRuleFor('gb', byCountry)).toBe('verified')
    expect(ageRuleFor('AE', byCountry)).toBe('off')
    expect(ageRuleFor('GB', { ...byCountry, nsfwAgeRule: 'off' })).toBe('off')
    expect(ageRuleFor('JP', { ...byCountry, nsfwAgeRule: 'verified' })).toBe('verified')
  })
  it('an unknown country gets the strictest rule where it should be known', () => {
    for (const country of [null, '', 'XX', 'T1', 'Atlantis', '12'])
      expect(ageRuleFor(country, byCountry), String(country)).toBe('off')
  })
  it('without the header no country is assumed', () => {
    expect(ageRuleFor('AE', open)).toBe('declared')
  })
})
