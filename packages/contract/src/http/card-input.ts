import { z } from 'zod'
import { CardDefinition, Rating, SingleCard, TurnPolicy, Visibility } from '../entities/cards.ts'
import { Id, LocaleCode } from '../ids.ts'
import { LIMITS } from '../limits.ts'

const Name = z.string().min(1).max(LIMITS.nameLength)
const Tagline = z.string().max(LIMITS.taglineLength)
/** Names, or tags as returned by the API, of which only the name counts. */
const Tags = z.array(z.union([z.string(), z.object({ name: z.string() })])).max(LIMITS.tags)
/** An id or a URL from `common/upload` or from an image task; null for none. */
const Picture = z.string().max(300).nullable()

/** An album item as its creator sends it. An existing one has its `id`. */
export const AlbumItemInput = z.object({
  id: Id.optional(),
  upload_id: z.string().max(100).optional(),
  locked: z.boolean(),
  price: z.int().min(1).max(LIMITS.lockPrice).optional().describe('coins; the default price when omitted'),
  caption: z.string().max(LIMITS.captionLength).optional(),
  keys: z
    .array(z.string().min(1).max(100))
    .max(LIMITS.albumKeys)
    .optional()
    .describe('words, in any script, that attach it to a reply'),
})

/** The writable fields of a character; omitted ones keep their value, on a new card they are empty. */
export const SingleCardFields = z.object({
  name: Name.optional(),
  tagline: Tagline.optional(),
  gender: SingleCard.shape.gender.optional(),
  age: z.number().nullable().optional(),
  language: LocaleCode.optional(),
  rating: Rating.optional(),
  visibility: Visibility.optional(),
  voice: z.unknown().optional(),
  creator_notes: z.string().optional(),
  avatar: Picture.optional(),
  cover: Picture.optional(),
  tags: Tags.optional(),
  definition: CardDefinition.partial().optional(),
  definition_public: z.boolean().optional(),
  album: z.array(AlbumItemInput).max(LIMITS.albumItems).optional(),
  import_id: z.string().max(100).optional(),
})

/** The writable fields of a group. */
export const MultipleCardFields = z.object({
  name: Name.optional(),
  tagline: Tagline.optional(),
  scenario: z.string().optional(),
  opening: z.string().optional(),
  language: LocaleCode.optional(),
  rating: Rating.optional(),
  visibility: Visibility.optional(),
  cover: Picture.optional(),
  tags: Tags.optional(),
  member_ids: z.array(Id).max(LIMITS.groupMembers).optional(),
  turn_policy: TurnPolicy.optional(),
  reply_limit: z.int().min(1).max(8).optional(),
})

/** A character that is not stored, as returned by `create` and `importCard`, to be completed and saved. */
export const UnsavedCard = SingleCard.omit({
  id: true,
  state: true,
  scene: true,
  creator: true,
  chat_count: true,
  like_count: true,
  liked: true,
  mine: true,
  hook: true,
  created_at: true,
  updated_at: true,
})
  .extend({ definition: CardDefinition, import_id: z.string().optional() })
  .meta({ id: 'UnsavedCard' })
