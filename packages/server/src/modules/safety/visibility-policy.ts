import type { ErrorData } from '@everkin/contract/error-data.ts'
import { type AgeState, isAdult, isMinor } from './age-state.ts'
import ageRules from './data/age-rules.json' with { type: 'json' }
import { isQuietHour, isTooYoung, MAX_TEEN_USE_MS, type TeenAge } from './protected-mode.ts'

/** Setting AUDIENCE. */
export type Audience = 'adults' | 'adults_and_teens'
/** Setting NSFW_AGE_RULE, from the mildest to the strictest. */
export const AGE_RULES = ['declared', 'verified', 'off'] as const
export type AgeRule = (typeof AGE_RULES)[number]

/** Reasons of error 1010. */
type AgeReason = NonNullable<ErrorData<'AgeNotOpen'>>['reason']
export type AgeRefusal = { allowed: false; name: 'AgeNotOpen'; reason: AgeReason }

/** The person who wants to chat. The rest is read only of someone under 18 where teens are served. */
export type ChatPerson = {
  ageState: AgeState
  /** 0–23, in their own zone. */
  localHour: number
  /** Null: not asked yet. */
  teenAge: TeenAge | null
  /** How long they have chatted today. */
  usedMs: number
  /** The youngest age served where they are. */
  teenRule: number | 'closed'
}
/** The viewer of a card; null is a visitor. `nsfw` is the setting stored on the server, never a cookie. */
export type Viewer = { ageState: AgeState; hasConfirmedAge: boolean; nsfw: boolean; country: string | null } | null
export type RatingSettings = { nsfwEnabled: boolean; nsfwAgeRule: AgeRule; hasCountryHeader: boolean }

const refuse = (reason: AgeReason): AgeRefusal => ({ allowed: false, name: 'AgeNotOpen', reason })

/**
 * Whether a person may chat here, and whether only in protected mode [A3, A5, A8]. Cards and texts cannot change it
 * [B8].
 */
export function checkChatAccess(
  person: ChatPerson,
  audience: Audience,
): { allowed: true; isProtected: boolean } | AgeRefusal {
  if (isAdult(person.ageState)) return { allowed: true, isProtected: false }
  if (!isMinor(person.ageState)) return refuse('age_unknown')
  if (audience === 'adults') return refuse('under_18')
  if (person.teenRule === 'closed') return refuse('region')
  if (person.teenAge === null) return refuse('age_unknown')
  if (isTooYoung(person.teenAge, person.teenRule)) return refuse('too_young')
  if (isQuietHour(person.localHour)) return refuse('quiet_hours')
  return person.usedMs >= MAX_TEEN_USE_MS ? refuse('daily_limit') : { allowed: true, isProtected: true }
}

/**
 * Whether a card of this rating exists for this person: `absent` is in no list and answers 1003; `confirm_age` answers
 * 1010 when requested by id and is in no list either [N1, N2, N4].
 */
export function checkRatingAccess(
  viewer: Viewer,
  rating: 'sfw' | 'nsfw',
  settings: RatingSettings,
): 'yes' | 'absent' | 'confirm_age' {
  if (rating === 'sfw') return 'yes'
  if (viewer === null || confirmationRefusal(viewer, settings) !== null) return 'absent'
  if (!viewer.hasConfirmedAge) return 'confirm_age'
  return viewer.nsfw ? 'yes' : 'absent'
}

/**
 * The answer to “I'm over 18”: recorded, and adult content is turned on; rejected where the age state or the country's
 * rule does not allow it [N2]. It never changes the age state.
 */
export function confirmAge(
  viewer: NonNullable<Viewer>,
  settings: RatingSettings,
): { allowed: true; hasConfirmedAge: true; nsfw: true } | AgeRefusal {
  const reason = confirmationRefusal(viewer, settings)
  return reason === null ? { allowed: true, hasConfirmedAge: true, nsfw: true } : refuse(reason)
}

/** The NSFW setting: off is immediate for everyone, on requires the confirmation first [N3]. */
export function setNsfw(
  viewer: NonNullable<Viewer>,
  on: boolean,
  settings: RatingSettings,
): { allowed: true; nsfw: boolean } | AgeRefusal {
  if (!on) return { allowed: true, nsfw: false }
  const reason = confirmationRefusal(viewer, settings) ?? (viewer.hasConfirmedAge ? null : 'confirm_age')
  return reason === null ? { allowed: true, nsfw: true } : refuse(reason)
}

function confirmationRefusal(viewer: NonNullable<Viewer>, settings: RatingSettings): AgeReason | null {
  if (isMinor(viewer.ageState)) return 'under_18'
  if (!isAdult(viewer.ageState)) return 'age_unknown'
  const rule = ageRuleFor(viewer.country, settings)
  if (!settings.nsfwEnabled || rule === 'off') return 'region'
  return rule === 'verified' && viewer.ageState !== 'verified_adult' ? 'region' : null
}

/** The stricter of the operator's rule and the country's; a country that should be known and is not gets `off`. */
export function ageRuleFor(country: string | null, settings: RatingSettings): AgeRule {
  if (!settings.hasCountryHeader) return settings.nsfwAgeRule
  const code = country?.toUpperCase() ?? ''
  if (!/^[A-Z]{2}$/.test(code) || code === 'XX' || code === 'T1') return 'off'
  return stricter(settings.nsfwAgeRule, countryRules.get(code) ?? 'declared')
}

const stricter = (one: AgeRule, other: AgeRule): AgeRule =>
  AGE_RULES.indexOf(one) >= AGE_RULES.indexOf(other) ? one : other

const countryRules = new Map<string, AgeRule>(
  AGE_RULES.flatMap((rule): [string, AgeRule][] =>
    rule === 'declared' ? [] : ageRules[rule].map((country): [string, AgeRule] => [country, rule]),
  ),
)

/** When the shipped table by country was last reviewed (ISO date); the build checks its age. */
export const ageRulesReviewedAt: string = ageRules.reviewed
