import { z } from 'zod'
import { MultipleCard, SingleCard } from '../entities/cards.ts'
import { Id, LocaleCode, MAX_COUNT, SaveKey, Timestamp } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { operation } from '../operation.ts'
import { EmptyData, PageQuery, pageOf } from '../pagination.ts'
import { cardDrafts } from './card-drafts.ts'
import { MultipleCardFields, SingleCardFields, UnsavedCard } from './card-input.ts'
import { cardTests } from './card-tests.ts'

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
  idempotency_key: SaveKey,
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

/** Writing characters and groups. */
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
    body: z.object({ id: Id, idempotency_key: SaveKey }),
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
  ...cardDrafts,
  ...cardTests,
} as const
