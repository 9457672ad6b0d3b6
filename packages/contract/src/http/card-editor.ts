import { z } from 'zod'
import { CardDefinition, MultipleCard, Rating, SingleCard, TurnPolicy, Visibility } from '../entities/cards.ts'
import { CrisisHelp } from '../entities/people.ts'
import { Id, LocaleCode, MAX_COUNT, Timestamp } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { operation } from '../operation.ts'
import { EmptyData, PageQuery, pageOf } from '../pagination.ts'

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
const MultipleCardFields = z.object({
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

const CardDraft = z
  .object({
    id: Id,
    type: z.enum(['single', 'multiple']),
    card_id: Id.nullable().describe('the card being changed'),
    name: z.string(),
    avatar: z.string().nullable(),
    rev: z.int(),
    updated_at: Timestamp,
  })
  .meta({ id: 'CardDraft' })

const AnyCard = z.discriminatedUnion('type', [SingleCard, MultipleCard])

/** What prevents a card from being seen or talked with; for its creator alone. */
const Blocker = z.enum([
  'age_missing',
  'age_under_18',
  'age_contradicted',
  'doubtful',
  'unchecked',
  'blocked',
  'minor',
  'members',
])

const SaveFields = {
  id: Id.optional(),
  draft_id: Id.optional().describe('its draft, deleted with the save'),
  idempotency_key: z.string().min(1).max(100).optional(),
}

/** The errors of every way to write a card: saving, copying and restoring. */
const SAVE_ERRORS = [
  'NotSignedIn',
  'NotAllowed',
  'InvalidInput',
  'NotFound',
  'Conflict',
  'TooLarge',
  'TooManyRequests',
  'SafetyStop',
  'AgeNotOpen',
] as const

/** Characters and groups that people create. */
const TestReply = z.object({
  text: z.string(),
  voice_demo: z.boolean(),
  help: CrisisHelp.nullable().describe('after a crisis message, in place of a reply; else null'),
})

export const cardEditor = {
  saveSingle: operation({
    method: 'POST',
    path: '/api/chat.Single/saveCard',
    summary:
      'Creates a character, or changes one of the person’s own (a published change is a new version). The result of `create` or `importCard` can be sent unchanged, completed with age and tagline.',
    access: 'person',
    body: SingleCardFields.extend(SaveFields),
    data: SingleCard,
    errors: SAVE_ERRORS,
  }),
  saveGroup: operation({
    method: 'POST',
    path: '/api/chat.Multiple/saveCard',
    summary: 'Creates a group of two to eight characters, or changes one of the person’s own.',
    access: 'person',
    body: MultipleCardFields.extend(SaveFields),
    data: MultipleCard,
    errors: SAVE_ERRORS,
  }),
  create: operation({
    method: 'POST',
    path: '/api/chat.Single/create',
    summary:
      'Generates a whole character from one sentence, not saved; as events field by field. Built-in texts are used where no model gives a usable answer.',
    access: 'person',
    body: z.object({ prompt: z.string().min(1).max(LIMITS.promptLength), language: LocaleCode.optional() }),
    data: UnsavedCard,
    events: z.discriminatedUnion('type', [
      z.object({
        type: z.literal('field'),
        field: z
          .string()
          .describe(
            'name, tagline, gender, age, tags, description, personality, scenario, first_mes, mes_example, alternate_greeting',
          ),
        text: z.string().describe('the next piece of the field; pieces of one field are concatenated'),
      }),
      z.object({
        type: z.literal('done'),
        card: UnsavedCard,
        built_in: z.boolean().describe('written without a model, from the sentence and stock parts'),
      }),
      z.object({ type: z.literal('error'), code: z.int(), msg: z.string(), data: z.unknown() }),
    ]),
    errors: [
      'NotSignedIn',
      'InvalidInput',
      'TooManyRequests',
      'TokenBudgetSpent',
      'SafetyStop',
      'AgeNotOpen',
      'NoModel',
    ],
  }),
  myCards: operation({
    method: 'GET',
    path: '/api/user/chatCardList',
    summary: 'The person’s own cards, last changed first.',
    access: 'person',
    query: PageQuery.extend({
      type: z.enum(['single', 'multiple']),
      show: z.enum(['public', 'unlisted', 'private', 'draft', 'in_review']).optional(),
    }),
    data: pageOf(AnyCard),
    errors: ['NotSignedIn', 'InvalidInput'],
  }),
  ownCard: operation({
    method: 'GET',
    path: '/api/editor/card',
    summary: 'A card of the person’s own with all its editable fields.',
    access: 'person',
    query: z.object({ id: Id }),
    data: z.object({
      card: AnyCard,
      version: z.int(),
      blockers: z.array(Blocker),
      has_original: z.boolean().describe('it came from a file, which can be exported again'),
      draft_id: Id.nullable().describe('its unsaved draft'),
    }),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
  deleteCard: operation({
    method: 'POST',
    path: '/api/editor/deleteCard',
    summary: 'Deletes a card of the person’s own. Chats with it stay readable; nobody can talk with it any more.',
    access: 'person',
    body: z.object({ id: Id }),
    data: EmptyData,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
  duplicateCard: operation({
    method: 'POST',
    path: '/api/editor/duplicateCard',
    summary: 'A private copy of a card: of the person’s own, or of one whose definition is open.',
    access: 'person',
    body: z.object({ id: Id, idempotency_key: z.string().min(1).max(100).optional() }),
    data: AnyCard,
    errors: SAVE_ERRORS,
  }),
  versions: operation({
    method: 'GET',
    path: '/api/editor/versions',
    summary: 'The versions of the person’s own card, newest first.',
    access: 'person',
    query: z.object({ id: Id }),
    data: z.array(
      z.object({
        number: z.int(),
        name: z.string(),
        created_at: Timestamp,
        restored_from: z.int().nullable(),
        changed: z.array(z.string()).describe('which fields differ from the previous version'),
      }),
    ),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
  version: operation({
    method: 'GET',
    path: '/api/editor/version',
    summary: 'A version field by field, as text, beside the current card.',
    access: 'person',
    query: z.object({ id: Id, number: z.coerce.number().int().min(1).max(MAX_COUNT) }),
    data: z.object({
      number: z.int(),
      created_at: Timestamp,
      fields: z.array(z.object({ field: z.string(), before: z.string(), now: z.string() })),
    }),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
  restore: operation({
    method: 'POST',
    path: '/api/editor/restoreVersion',
    summary: 'Restores an old version as a new one.',
    access: 'person',
    body: z.object({ id: Id, number: z.int().min(1).max(MAX_COUNT) }),
    data: AnyCard,
    errors: SAVE_ERRORS,
  }),
  drafts: operation({
    method: 'GET',
    path: '/api/editor/drafts',
    summary: 'Unsaved drafts, last changed first.',
    access: 'person',
    query: z.object({ type: z.enum(['single', 'multiple']).optional() }),
    data: z.array(CardDraft),
    errors: ['NotSignedIn', 'InvalidInput'],
  }),
  draft: operation({
    method: 'GET',
    path: '/api/editor/draft',
    summary: 'A draft with its content.',
    access: 'person',
    query: z.object({ id: Id }),
    data: CardDraft.extend({ content: z.record(z.string(), z.unknown()) }),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
  saveDraft: operation({
    method: 'POST',
    path: '/api/editor/saveDraft',
    summary:
      'Saves a draft. `rev` is the revision that the change was made on: 1004 with the newer one when another tab or device has changed it.',
    access: 'person',
    body: z.object({
      id: Id.optional(),
      type: z.enum(['single', 'multiple']),
      card_id: Id.nullable().optional(),
      content: z.record(z.string(), z.unknown()),
      rev: z.int().min(0).max(MAX_COUNT).optional(),
    }),
    data: CardDraft,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'Conflict', 'TooLarge', 'TooManyRequests', 'AgeNotOpen'],
  }),
  deleteDraft: operation({
    method: 'POST',
    path: '/api/editor/deleteDraft',
    summary: 'Deletes a draft.',
    access: 'person',
    body: z.object({ id: Id }),
    data: EmptyData,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
  testLorebook: operation({
    method: 'POST',
    path: '/api/editor/testLorebook',
    summary: 'Which entries of a lorebook a text triggers, by the same rules as replies.',
    access: 'person',
    body: z.object({
      character_book: z.unknown(),
      text: z.string().max(LIMITS.messageLength),
      name: z.string().max(LIMITS.nameLength).optional().describe('of the character, for `{{char}}` and filters'),
    }),
    data: z.object({
      entries: z.array(
        z.object({
          index: z.int(),
          fires: z.boolean(),
          keys: z.array(z.string()).describe('those that matched'),
          why: z.enum([
            'constant',
            'key',
            'recursion',
            'none',
            'disabled',
            'over_budget',
            'invalid_key',
            'delay',
            'recursion_only',
            'group',
            'filter',
            'outlet',
          ]),
        }),
      ),
      tokens: z.int(),
    }),
    errors: ['NotSignedIn', 'InvalidInput', 'TooLarge', 'TooManyRequests'],
  }),
  testReply: operation({
    method: 'POST',
    path: '/api/editor/testReply',
    summary: 'A test reply of a character that is being edited. Nothing is stored or charged; limited per day.',
    access: 'person',
    body: z.object({
      card: SingleCardFields,
      messages: z
        .array(z.object({ role: z.enum(['user', 'character']), text: z.string().max(LIMITS.messageLength) }))
        .min(1)
        .max(LIMITS.testMessages),
    }),
    data: TestReply,
    events: z.discriminatedUnion('type', [
      z.object({ type: z.literal('delta'), text: z.string() }),
      TestReply.extend({ type: z.literal('done') }),
      z.object({ type: z.literal('error'), code: z.int(), msg: z.string(), data: z.unknown() }),
    ]),
    errors: [
      'NotSignedIn',
      'InvalidInput',
      'TooLarge',
      'TooManyRequests',
      'TokenBudgetSpent',
      'SafetyStop',
      'AgeNotOpen',
      'NoModel',
      'Unavailable',
    ],
  }),
} as const
