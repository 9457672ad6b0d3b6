/** What stays off in production mode until an operator has set what it needs. */
export type DisabledFeature = 'publishing' | 'adult_content' | 'adult_content_where_verified'

/** A setting that an operator still has to set, and what is off until then. */
export interface MissingSetting {
  name: 'ADMIN_EMAILS' | 'SUPPORT_EMAIL' | 'COUNTRY_HEADER' | 'AGE_CHECK_ISSUER'
  features: readonly DisabledFeature[]
}

interface GivenSettings {
  mode: 'local' | 'production'
  adminEmails: readonly string[]
  supportEmail: string | null
  countryHeader: string | null
  ageCheckIssuer: string | null
  /** What the operator has asked for, whatever comes of it. */
  wantsAdultContent: boolean
  nsfwAgeRule: 'declared' | 'verified' | 'off'
}

/**
 * What an operator of a public site has left out: people who review, an address to write to, the country for rules by
 * region, and a provider of age checks where a rule asks for one. Local mode needs none of it.
 */
export function findMissingSettings(given: GivenSettings): MissingSetting[] {
  if (given.mode === 'local') return []
  const wantsAdultContent = given.wantsAdultContent && given.nsfwAgeRule !== 'off'
  const shared: DisabledFeature[] = wantsAdultContent ? ['publishing', 'adult_content'] : ['publishing']
  const missing: MissingSetting[] = []
  if (given.adminEmails.length === 0) missing.push({ name: 'ADMIN_EMAILS', features: shared })
  if (given.supportEmail === null) missing.push({ name: 'SUPPORT_EMAIL', features: shared })
  if (!wantsAdultContent) return missing
  if (given.countryHeader === null) missing.push({ name: 'COUNTRY_HEADER', features: ['adult_content'] })
  if (given.ageCheckIssuer === null)
    missing.push({
      name: 'AGE_CHECK_ISSUER',
      // The table by country has the rule `verified` too, whatever the operator’s own is.
      features: [given.nsfwAgeRule === 'verified' ? 'adult_content' : 'adult_content_where_verified'],
    })
  return missing
}

/** Whether a missing setting keeps this off. */
export function isDisabled(feature: DisabledFeature, missing: readonly MissingSetting[]): boolean {
  return missing.some(({ features }) => features.includes(feature))
}
