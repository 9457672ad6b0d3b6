import { z } from 'zod'
import { Currency, Id, LocaleCode, Timestamp } from './ids.ts'
import { OPERATOR_ROLES } from './operator-roles.ts'

export const Wallet = z
  .object({ coin_num: z.int(), message_num: z.int(), unlimited_messages: z.boolean() })
  .meta({ id: 'Wallet' })

export const AgeScope = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
export const Gender = z.union([z.literal(0), z.literal(1), z.literal(2)])

export const User = z
  .object({
    id: Id,
    token: z.string().optional(),
    secret: z.string().optional(),
    email: z.string().nullable(),
    nickname: z.string(),
    avatar: z.string().nullable(),
    gender: Gender.nullable(),
    age_scope: AgeScope.nullable(),
    profile_complete: z.boolean(),
    lang: LocaleCode,
    teen: z.boolean(),
    nsfw: z.boolean(),
    has_blocks: z.boolean().optional().describe('lists of cards may leave out some for this person'),
    member: z.object({ active: z.boolean(), update_time: z.int().describe('unix seconds, 0 for never') }),
    wallet: Wallet,
    is_admin: z.boolean().describe('has an operator role'),
    operator_role: z.enum(OPERATOR_ROLES).nullable(),
    suspended: z.boolean().describe('may only see why, appeal, download their data and delete the account'),
    created_at: Timestamp,
  })
  .meta({ id: 'User' })

export const Tag = z.object({ id: z.string(), name: z.string(), count: z.int() }).meta({ id: 'Tag' })

const Creator = z.object({ id: Id, nickname: z.string(), avatar: z.string().nullable() }).meta({ id: 'Creator' })

const CardState = z.enum(['draft', 'in_review', 'published'])
export const Rating = z.enum(['sfw', 'nsfw'])
export const Visibility = z.enum(['public', 'unlisted', 'private'])
/** What the people who run the site have decided about an item; its author alone learns of it. */
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

/** Things from a character's world: the kinds that the painter draws. */
export const KEEPSAKE_KINDS = [
  'label',
  'leaf',
  'letter',
  'log',
  'map',
  'menu',
  'photoStrip',
  'programme',
  'recipe',
  'score',
  'setList',
  'slip',
  'stamp',
  'ticket',
  'timetable',
] as const

export const Attachment = z
  .object({
    id: Id,
    kind: z.enum(['image', 'video']),
    locked: z.boolean(),
    price: z.int().describe('coins; 0 while nothing may be offered to the reader (C3)'),
    thumbnail: z.string(),
    url: z.string().nullable().describe('null while locked; signed for its reader and valid for some minutes'),
    width: z.int(),
    height: z.int(),
    duration_ms: z.int().nullable().describe('of a video'),
    caption: z.string().describe('in the reader’s language; empty when the creator wrote none'),
    generated: z.boolean().describe('AI-generated: shown with the label “AI picture” (H3)'),
    keepsake: z
      .enum(KEEPSAKE_KINDS)
      .optional()
      .describe('a thing from the character’s world: its kind and its caption are shown while it is locked'),
    quote: z
      .string()
      .optional()
      .describe('what the reader said in the chat where they unlocked it; nobody else gets it'),
  })
  .meta({ id: 'Attachment' })

const TaskStatus = z.enum(['queued', 'running', 'succeeded', 'failed', 'canceled'])

/** An image task. */
export const Task = z
  .object({
    id: Id,
    kind: z.literal('image'),
    status: TaskStatus,
    progress: z.number().min(0).max(1).describe('progress of the whole task; never more than is done'),
    images: z.array(
      z.object({
        id: Id,
        url: z.string(),
        thumbnail: z.string(),
        width: z.int(),
        height: z.int(),
      }),
    ),
    count: z.int(),
    failed: z.int().describe('how many of them failed'),
    prompt: z.string(),
    style_id: z.string(),
    template_id: z.string().nullable(),
    size: z.enum(['portrait', 'square', 'landscape']),
    price: z.int().describe('coins charged for all of it'),
    refunded: z.int().describe('coins refunded for failed images'),
    error: z.string().nullable().describe('why it failed, in the reader’s language'),
    created_at: Timestamp,
  })
  .meta({ id: 'Task' })

const MessageStatus = z.enum(['streaming', 'complete', 'stopped', 'failed'])

export const Speaker = z
  .object({ card_id: Id, name: z.string(), avatar: z.string().nullable() })
  .meta({ id: 'Speaker' })

/** Why a reply failed. */
export const ReplyFault = z
  .object({
    reason: z
      .enum([
        'key',
        'credit',
        'busy',
        'too_long',
        'model',
        'timeout',
        'unreachable',
        'server',
        'refused',
        'reasoning',
        'empty',
        'cut_off',
      ])
      .describe(
        'key: the provider rejected the key; credit: none is left there; too_long: more than the model’s context; model: the provider does not know it; server: an error of the provider; refused: this request; reasoning: the model used up its reply on hidden reasoning; empty: no text came; cut_off: the connection ended',
      ),
    retry_at: Timestamp.nullable().describe('when the provider accepts requests again, if it says so'),
    status: z.int().nullable().describe('HTTP status of the provider; shown to operators only'),
    detail: z
      .string()
      .nullable()
      .describe('first 300 characters of the provider’s message, without the key or chat text; for operators only'),
  })
  .meta({ id: 'ReplyFault' })

/** What a reply took of its model. */
export const ReplyUsage = z
  .object({
    model: z.string(),
    prompt_tokens: z.int(),
    cached_tokens: z
      .int()
      .nullable()
      .describe('the part of the prompt that the provider had in its cache, if it says so'),
    reply_tokens: z.int().describe('with hidden reasoning'),
    reasoning_tokens: z.int().nullable().describe('the part of the reply that was hidden reasoning, if known'),
    first_token_ms: z.int().describe('from the request to the first output, hidden or not'),
    tokens_per_second: z.number().nullable().describe('null for a reply that is too short to tell'),
    estimated: z.boolean().describe('the provider reported no numbers; these are estimates'),
  })
  .meta({ id: 'ReplyUsage' })

export const Message = z
  .object({
    id: Id,
    chat_id: Id,
    parent_id: Id.nullable(),
    seq: z.int(),
    rev: z.int(),
    active: z.boolean(),
    role: z.enum(['user', 'character', 'system']),
    speaker: Speaker.nullable(),
    text: z.string(),
    status: MessageStatus,
    variant: z.object({ index: z.int(), count: z.int(), ids: z.array(Id) }),
    attachments: z.array(Attachment),
    client_id: z.string().nullable(),
    voice_demo: z.boolean(),
    hidden: z.boolean().optional().describe('true: characters do not see it, and nothing is remembered of it'),
    restriction: Restriction.optional().describe('the people who run the site have withheld its text'),
    fault: ReplyFault.optional().describe('why a failed reply failed, if known'),
    reasoning: z
      .string()
      .nullable()
      .describe('what the model thought before it wrote; in lists only up to 4,000 bytes, and longer by its own call'),
    reasoning_ms: z.int().nullable().describe('how long it thought; null where it has not'),
    usage: ReplyUsage.nullable().describe('of the newest reply or part of it; null while it is written'),
    created_at: Timestamp,
  })
  .meta({ id: 'Message' })

/** The card as a chat shows it: enough for the header and the about pane, without the definition. */
export const ChatCard = z
  .object({
    id: Id,
    type: z.enum(['single', 'multiple']),
    name: z.string(),
    avatar: z.string().nullable(),
    tagline: z.string(),
  })
  .meta({ id: 'ChatCard' })

const LastMessage = z
  .object({
    role: z.enum(['user', 'character', 'system']),
    speaker_name: z.string().nullable(),
    text: z.string(),
    created_at: Timestamp,
  })
  .meta({ id: 'LastMessage', description: 'The first 200 characters of the newest message on the active path.' })

export const Chat = z
  .object({
    id: Id,
    type: z.enum(['single', 'multiple']),
    card: ChatCard,
    title: z.string(),
    closed: z.boolean().describe('read-only: its character was deleted, withdrawn or blocked by this reader'),
    blocked: z.boolean().optional().describe('closed because this reader has blocked a character in it or its creator'),
    last_message: LastMessage.nullable(),
    unread: z.int(),
    pinned: z.boolean(),
    muted: z.array(Id).describe('members of a group that do not speak automatically'),
    rev: z.int(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Chat' })

export const LedgerEntry = z
  .object({
    id: Id,
    asset: z.enum(['coin', 'message']),
    amount: z.int(),
    balance: z.int(),
    cause: z.string(),
    ref: z.string().nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'LedgerEntry' })

export const ProductKind = z.enum(['membership', 'coins', 'messages'])

export const Product = z
  .object({
    id: Id,
    kind: ProductKind,
    name: z.string(),
    amount: z.int().describe('price in minor units'),
    currency: Currency,
    period_days: z.int().nullable(),
    coin_num: z.int().nullable(),
    message_num: z.int().nullable(),
    badge: z.string().nullable(),
  })
  .meta({ id: 'Product' })

export const OrderStatus = z.enum([
  'created',
  'awaiting_payment',
  'processing',
  'paid',
  'fulfilled',
  'failed',
  'canceled',
  'expired',
  'refunded',
  'disputed',
])

export const Order = z
  .object({
    id: Id,
    product: Product.describe('as it was when the order was created'),
    amount: z.int(),
    currency: Currency,
    status: OrderStatus,
    created_at: Timestamp,
    paid_at: Timestamp.nullable(),
    provider: z.enum(['stripe', 'sandbox']).describe('sandbox: no money moves'),
    last_four: z.string().nullable().describe('of the card, if known'),
    expires_at: Timestamp.nullable().describe('how long it can be paid, while it can be'),
    under_review: z.boolean().describe('the payment does not match the order; the operator reviews it'),
    refunded_amount: z.int(),
    refund_pending: z.boolean().describe('a refund was requested that the provider has not accepted yet'),
    refundable_until: Timestamp.nullable().describe('until when the unspent part is refunded on request'),
  })
  .meta({ id: 'Order' })

export const CheckinDay = z
  .object({
    date: z.iso.date(),
    is_today: z.boolean(),
    is_checkin: z.boolean(),
    streak_day: z.int().min(1).max(7).describe('of the streak that a check-in on that date has or would have'),
    message_num: z.int(),
    coin_num: z.int().describe('0 for non-members'),
  })
  .meta({ id: 'CheckinDay' })

export const HelpLine = z
  .object({
    name: z.string(),
    phone: z.string().nullable(),
    url: z.string().nullable(),
    hours: z.string().nullable(),
    country: z.string(),
  })
  .meta({ id: 'HelpLine' })
