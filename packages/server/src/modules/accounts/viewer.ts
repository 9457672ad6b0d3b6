import type { Settings } from '../../platform/config.ts'
import { checkRatingAccess, type RatingSettings, type Viewer } from '../safety/module.ts'
import { isProtected } from './age/protected-mode.ts'
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

/** A card as the rules for adult content see it. */
export interface RatedCard {
  rating: 'sfw' | 'nsfw'
  /** Nothing in it is romantic or sexual. */
  suitsTeens: boolean
  /** Null: the library. Left out for a card that is still to be made. */
  creatorId?: string | null
  /** The members of a group, which is as adult as its most adult member. */
  members?: readonly RatedCard[]
}

/**
 * Whether a person may see a card now [N1, N2, N4]: the operator's rule, the country's, their age and their switch, for
 * the card and every member. Every list, page, chat, search, sync and export asks this function. `country` is the
 * request's; without one, a site with rules by country applies the strictest. Teens in the protected mode meet only
 * suitable cards, and only those of the library and their own: nobody else's (A8).
 */
export function checkCardAccess(
  settings: Parameters<typeof ratingSettingsOf>[0] & Pick<Settings, 'audience'>,
  viewer: {
    person: Pick<Person, 'id' | 'ageState' | 'adultConfirmedAt' | 'nsfw'> | null
    country: string | null | undefined
  },
  card: RatedCard,
): 'yes' | 'absent' | 'confirm_age' {
  const { rating, members = [] } = card
  const { person } = viewer
  if (person && isProtected(person, settings) && ![card, ...members].every((one) => isForTeen(person, one)))
    return 'absent'
  const isAdult = rating === 'nsfw' || members.some((member) => member.rating === 'nsfw')
  return checkRatingAccess(
    viewerOf(viewer.person, viewer.country),
    isAdult ? 'nsfw' : 'sfw',
    ratingSettingsOf(settings),
  )
}

const isForTeen = ({ id }: Pick<Person, 'id'>, { suitsTeens, creatorId = null }: RatedCard) =>
  suitsTeens && (creatorId === null || creatorId === id)
