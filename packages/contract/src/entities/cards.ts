import { z } from 'zod'
import { Id, LocaleCode, Timestamp } from '../ids.ts'

export const Tag = z.object({ id: z.string(), name: z.string(), count: z.int() }).meta({ id: 'Tag' })

const Creator = z.object({ id: Id, nickname: z.string(), avatar: z.string().nullable() }).meta({ id: 'Creator' })

const CardState = z.enum(['draft', 'in_review', 'published'])

export const Rating = z.enum(['sfw', 'nsfw'])

export const Visibility = z.enum(['public', 'unlisted', 'private'])

/** What the operators have decided about an item; its author alone learns of it. */
export const Restriction = z.enum(['hidden', 'removed'])

const HexColor = z.string().regex(/^#[0-9a-f]{6}$/)

export const Scene = z
  .object({
    url: z.string().describe('a landscape, like every image URL in several widths; the figure stands at its right'),
    colors: z
      .object({
        edge: HexColor.describe('of the left edge, for a panel beside the picture'),
        foot: HexColor.describe('of the lower edge'),
        tint: HexColor.describe('of the place without the figure, for what surrounds it'),
      })
      .nullable()
      .describe('null for pictures that were uploaded'),
  })
  .meta({ id: 'Scene' })

export const CardDefinition = z
  .object({
    description: z.string(),
    personality: z.string(),
    scenario: z.string(),
    first_mes: z.string(),
    mes_example: z.string(),
    alternate_greetings: z.array(z.string()),
    system_prompt: z.string(),
    post_history_instructions: z.string(),
    character_book: z.unknown().nullable(),
    extensions: z.record(z.string(), z.unknown()),
    nickname: z.string().optional().describe('the value of `{{char}}`, if it differs from the name'),
    group_only_greetings: z.array(z.string()).optional(),
    creator_notes_multilingual: z.record(z.string(), z.string()).optional().describe('by ISO 639-1 code'),
  })
  .meta({ id: 'CardDefinition' })

/** How a card is introduced before anyone has talked with it. */
export const Hook = z
  .object({
    direction: z.string().describe('a stage direction, without asterisks; may be empty'),
    line: z.string().describe('one line of speech'),
    action: z.string().nullable().describe('the text of a button that starts the chat; null: the usual one'),
    replies: z.array(z.string()).describe('what the reader might answer; up to two'),
  })
  .meta({ id: 'Hook' })

export const SingleCard = z
  .object({
    id: Id,
    type: z.literal('single'),
    state: CardState,
    restriction: Restriction.optional().describe('only for its creator'),
    name: z.string(),
    avatar: z.string().nullable(),
    cover: z.string().nullable(),
    scene: Scene.nullable().describe('the place a character or group is met in'),
    tagline: z.string(),
    greeting: z.string(),
    hook: Hook.nullable().describe(
      'null when the first message has no line that could stand alone, and for members of a group',
    ),
    tags: z.array(Tag),
    gender: z.enum(['male', 'female', 'other']),
    age: z.int().nullable(),
    language: LocaleCode,
    rating: Rating,
    visibility: Visibility,
    voice: z.unknown().nullable(),
    creator: Creator,
    creator_notes: z.string(),
    creator_notes_language: LocaleCode.optional().describe('where it is not the reader’s; for one card, not in lists'),
    definition_public: z.boolean(),
    chat_count: z.int(),
    like_count: z.int(),
    liked: z.boolean(),
    mine: z.boolean(),
    created_at: Timestamp,
    updated_at: Timestamp,
    definition: CardDefinition.optional(),
  })
  .meta({ id: 'SingleCard' })

export const TurnPolicy = z.enum(['natural', 'list', 'pooled', 'manual'])

export const MultipleCard = z
  .object({
    id: Id,
    type: z.literal('multiple'),
    state: CardState,
    restriction: Restriction.optional().describe('only for its creator'),
    name: z.string(),
    cover: z.string().nullable(),
    scene: Scene.nullable().describe('the place a character or group is met in'),
    tagline: z.string(),
    scenario: z.string(),
    opening: z.string(),
    opening_turns: z
      .array(z.object({ card_id: Id.nullable(), text: z.string() }))
      .describe('the opening by speaker, a member or (null) the narrator; empty when it is not split'),
    hook: Hook.nullable().describe('null when the opening has no line that could stand alone'),
    members: z.array(SingleCard),
    turn_policy: TurnPolicy,
    reply_limit: z.int(),
    language: LocaleCode,
    tags: z.array(Tag),
    rating: Rating,
    visibility: Visibility,
    creator: Creator,
    chat_count: z.int(),
    like_count: z.int(),
    liked: z.boolean(),
    mine: z.boolean(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'MultipleCard' })
