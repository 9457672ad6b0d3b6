import type { Settings } from '../../platform/config.ts'
import type { RatingSettings, Viewer } from '../safety/module.ts'
import type { Person } from './person.ts'

/** The person as the rating rules see them; null for a visitor. */
export function viewerOf(
  person: Pick<Person, 'ageState' | 'adultConfirmedAt' | 'nsfw'>,
  country: string | null | undefined,
): NonNullable<Viewer>
export function viewerOf(
  person: Pick<Person, 'ageState' | 'adultConfirmedAt' | 'nsfw'> | null,
  country: string | null | undefined,
): Viewer
export function viewerOf(
  person: Pick<Person, 'ageState' | 'adultConfirmedAt' | 'nsfw'> | null,
  country: string | null | undefined,
): Viewer {
  if (!person) return null
  return {
    ageState: person.ageState,
    hasConfirmedAge: person.adultConfirmedAt !== null,
    nsfw: person.nsfw,
    country: country ?? null,
  }
}

/** The settings that the rating rules need. */
export function ratingSettingsOf(
  settings: Pick<Settings, 'nsfwEnabled' | 'nsfwAgeRule' | 'countryHeader'>,
): RatingSettings {
  return {
    nsfwEnabled: settings.nsfwEnabled,
    nsfwAgeRule: settings.nsfwAgeRule,
    hasCountryHeader: settings.countryHeader !== null,
  }
}
