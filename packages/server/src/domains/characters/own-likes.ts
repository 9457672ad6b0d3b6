import type { Settings } from '../../platform/config.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { CopyFor } from '../accounts/own-data.ts'
import { ratingSettingsOf, viewerOf } from '../accounts/viewer.ts'
import { maySeeRating } from '../safety/who-may-see.ts'
import { selectLikesOf } from './store.ts'

/** The cards that a person has among their favourites; adult ones as everywhere only for those who see them (N4). */
export async function readLikesOf(
  db: Queryable,
  { person, country }: CopyFor,
  settings: Pick<Settings, 'nsfwEnabled' | 'nsfwAgeRule' | 'countryHeader'>,
): Promise<object[]> {
  const viewer = viewerOf(person, country)
  const ratings = (['sfw', 'nsfw'] as const).filter(
    (rating) => maySeeRating(viewer, rating, ratingSettingsOf(settings)) === 'yes',
  )
  return selectLikesOf(db, person.id, ratings)
}
