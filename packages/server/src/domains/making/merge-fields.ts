import type { SingleCardFields } from '@everkin/contract/http/making.ts'
import type { z } from 'zod'
import type { Queryable } from '../../platform/db/database.ts'
import type { TagNames } from '../characters/tag-names.ts'
import type { SingleContent } from './card-content.ts'
import type { MakingServices } from './services.ts'

type Fields = z.output<typeof SingleCardFields>

/** The content with the fields that came; missing ones keep their value. Pictures are taken by `takePictures`. */
export function mergeSingle(before: SingleContent, fields: Fields, tagNames: TagNames): SingleContent {
  const { tags, definition, avatar: _avatar, cover: _cover, age, ...plain } = fields
  return {
    ...before,
    ...definedOf({
      name: plain.name,
      tagline: plain.tagline,
      gender: plain.gender,
      language: plain.language,
      rating: plain.rating,
      voice: plain.voice,
      creator_notes: plain.creator_notes,
      definition_public: plain.definition_public,
    }),
    age: age === undefined ? before.age : age,
    tags: tags ? tagsOf(tags, tagNames) : before.tags,
    definition: { ...before.definition, ...definedOf(definition ?? {}) },
  }
}

/** Tags as they are stored: known ones by their id, each once whatever its capitals. */
export function tagsOf(wished: readonly (string | { name: string })[], tagNames: TagNames): string[] {
  const names = wished
    .map((tag) => tagNames.tagOf(typeof tag === 'string' ? tag : tag.name))
    .filter((tag) => tag !== '')
  return names.filter((tag, place) => names.findIndex((other) => other.toLowerCase() === tag.toLowerCase()) === place)
}

/**
 * The address of a picture that a field names; one that the card has already stays.
 * @throws AppError InvalidInput on the field for a picture that is not theirs.
 */
export async function pictureOf(
  services: Pick<MakingServices, 'takePicture'>,
  tx: Queryable,
  personId: string,
  field: 'avatar' | 'cover',
  wished: string | null | undefined,
  before: string | null,
): Promise<string | null> {
  if (wished === undefined || wished === before) return before
  if (wished === null || wished === '') return null
  return services.takePicture(tx, personId, wished, field)
}

/** Without the keys that have no value. */
export function definedOf<Fields extends object>(fields: Fields): { [Key in keyof Fields]?: NonNullable<Fields[Key]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Fields]?: NonNullable<Fields[Key]>
  } // the same keys, fewer of them
}
