import { z } from 'zod'
import { Rating, Restriction, Visibility } from '../entities/cards.ts'
import { Id, Timestamp } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { DECISION_REASONS, DECISIONS, STOP_PLACES, VIEW_REASONS } from '../moderation-choices.ts'
import { operation } from '../operation.ts'
import { EmptyData, PageQuery, pageOf } from '../pagination.ts'
import { REPORT_REASONS } from '../report-reasons.ts'

const TargetType = z
  .enum(['card', 'group', 'image', 'message', 'user', 'text', 'file'])
  .describe('`text`: one that the rules stopped; `file`: a stored picture that the moderation model withheld')
const Source = z.enum(['report', 'review', 'appeal'])
const Reason = z.enum(DECISION_REASONS)
/** As a notice names a decision; `auto_hide`: three reports hid it; `stop`: the rules refused a text. */
const Action = z.enum([...DECISIONS, 'auto_hide', 'stop'])
const Severity = z.int().min(0).max(2).describe('0 is the most urgent')

const QueueEntry = z.object({
  id: Id,
  source: Source,
  target_type: TargetType,
  label: z.string().describe('the name of the item; empty for messages'),
  severity: Severity,
  reports: z.int(),
  reasons: z.array(z.enum(REPORT_REASONS)),
  author_name: z.string().describe('nickname of the author; empty without one'),
  appealed_reason: Reason.nullable().describe('of the decision that an appeal is against'),
  hidden: z.boolean().describe('hidden by three reports until it is decided'),
  opened_at: Timestamp,
  due_at: Timestamp,
})

const ItemText = z.object({ field: z.string(), text: z.string() })

const DeskItem = z.object({
  target_type: TargetType,
  target_id: Id,
  label: z.string(),
  image: z.string().nullable(),
  texts: z.array(ItemText).describe('in the order in which readers meet them; empty for messages'),
  rating: Rating.nullable(),
  age: z.int().nullable(),
  state: z.enum(['draft', 'in_review', 'published']).nullable(),
  visibility: Visibility.nullable(),
  restriction: Restriction.nullable(),
  featured: z.boolean(),
  quarantined: z.boolean().describe('suspected abuse material: without picture and texts'),
  version: z.int().nullable().describe('of a card or group: grows when its content changes'),
  author: z
    .object({ id: Id, nickname: z.string() })
    .nullable()
    .describe('null: the library, a model, or nobody any more'),
  created_at: Timestamp.nullable(),
})

const PastDecision = z.object({
  id: Id,
  action: Action,
  reason: Reason,
  target_type: TargetType,
  label: z.string(),
  created_at: Timestamp,
  undone: z.boolean(),
})

const DeskCase = QueueEntry.extend({
  state: z.enum(['open', 'decided', 'closed']),
  item: DeskItem.nullable().describe('null: it no longer exists'),
  notes: z.array(z.object({ reason: z.enum(REPORT_REASONS), note: z.string(), created_at: Timestamp })),
  appeal: z.object({ text: z.string(), created_at: Timestamp, against: PastDecision }).nullable(),
  author: z
    .object({
      id: Id,
      nickname: z.string(),
      created_at: Timestamp,
      suspended: z.boolean(),
      cards: z.int(),
      reports: z.int().describe('about anything of theirs'),
      decisions: z.array(PastDecision),
    })
    .nullable(),
  quarantine: z
    .object({ confirmed: z.array(z.enum(['owner', 'moderator'])) })
    .nullable()
    .describe('suspected abuse material, and who has confirmed within a day that they need to see it'),
  choices: z.array(z.enum(DECISIONS)),
})

const Decided = z.object({ decision_id: Id, undo_until: Timestamp })

const OwnAppeal = z.object({ text: z.string(), outcome: z.enum(['upheld', 'restored']).nullable() })

const Notice = z.object({
  id: Id,
  kind: z
    .enum(['yours', 'reported', 'appeal'])
    .describe('about an item of the reader, one they reported, or their appeal'),
  action: Action,
  reason: Reason,
  target_type: TargetType,
  target_id: Id.nullable().describe('the reader’s own card, to be opened'),
  label: z.string(),
  decision_id: Id,
  read: z.boolean(),
  can_appeal: z.boolean(),
  appeal: OwnAppeal.nullable(),
  created_at: Timestamp,
})

/** What moderators do. */
export const moderation = {
  queue: operation({
    method: 'GET',
    path: '/api/desk/queue',
    summary: 'Reports, cards in review and appeals that nobody has decided yet, the most urgent first.',
    access: 'operator',
    roles: ['moderator', 'read_only'],
    query: PageQuery.extend({ source: Source.optional() }),
    data: pageOf(QueueEntry).extend({ counts: z.object({ report: z.int(), review: z.int(), appeal: z.int() }) }),
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput'],
  }),
  case: operation({
    method: 'GET',
    path: '/api/desk/case',
    summary: 'One case with its item as readers saw it, and the history of its author. Never the text of a chat.',
    access: 'operator',
    roles: ['moderator', 'read_only'],
    query: z.object({ id: Id }),
    data: DeskCase,
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput', 'NotFound'],
  }),
  look: operation({
    method: 'POST',
    path: '/api/desk/look',
    summary:
      'A reported message and five lines around it, a stopped text, or what is in quarantine once an owner and a moderator have confirmed. The look and its reason go to the audit log.',
    access: 'operator',
    roles: ['moderator'],
    body: z.object({ case_id: Id, reason: z.enum(VIEW_REASONS) }),
    data: z.object({
      lines: z.array(
        z.object({
          role: z.enum(['user', 'character', 'system']),
          name: z.string().describe('of the character; empty for the person and for narration'),
          text: z.string(),
          reported: z.boolean(),
          created_at: Timestamp,
        }),
      ),
      texts: z.array(ItemText).describe('of an item in quarantine'),
      pictures: z.array(z.string()).describe('of an item in quarantine, as data URLs'),
      waits_for: z
        .enum(['owner', 'moderator'])
        .nullable()
        .describe('who has to confirm, too; until then nothing is shown'),
    }),
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput', 'NotFound'],
  }),
  decide: operation({
    method: 'POST',
    path: '/api/desk/decide',
    summary:
      'Decides a case and every other open case about the same item. It can be undone for a minute. With `version`, only while that is the version of its card.',
    access: 'operator',
    roles: ['moderator'],
    body: z.object({ case_id: Id, action: z.enum(DECISIONS), reason: Reason, version: z.int().optional() }),
    data: Decided,
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput', 'NotFound', 'Conflict'],
  }),
  undo: operation({
    method: 'POST',
    path: '/api/desk/undo',
    summary: 'Takes the caller’s own decision back, within a minute and before anybody is notified.',
    access: 'operator',
    roles: ['moderator'],
    body: z.object({ decision_id: Id }),
    data: EmptyData,
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput', 'NotFound', 'Conflict'],
  }),
  items: operation({
    method: 'GET',
    path: '/api/desk/items',
    summary:
      'Characters, groups or pictures by name, caption or id, latest first; also those that are hidden or private.',
    access: 'operator',
    roles: ['moderator', 'read_only'],
    query: z.object({
      type: z.enum(['card', 'group', 'image']),
      q: z.string().max(LIMITS.searchLength).optional(),
      show: z.enum(['all', 'restricted', 'featured']).optional(),
    }),
    data: z.object({ list: z.array(DeskItem) }),
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput'],
  }),
  decideItem: operation({
    method: 'POST',
    path: '/api/desk/decideItem',
    summary: 'Hides, removes or restores an item without a case; its author is notified.',
    access: 'operator',
    roles: ['moderator'],
    body: z.object({
      target_type: z.enum(['card', 'group', 'image']),
      target_id: Id,
      action: z.enum(['hide', 'remove', 'restore']),
      reason: Reason,
    }),
    data: Decided,
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput', 'NotFound', 'Conflict'],
  }),
  feature: operation({
    method: 'POST',
    path: '/api/desk/feature',
    summary: 'Puts a public card on the shelf of featured ones on Explore, or takes it off.',
    access: 'operator',
    roles: ['moderator'],
    body: z.object({ card_id: Id, on: z.boolean() }),
    data: EmptyData,
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput', 'NotFound'],
  }),
  notices: operation({
    method: 'GET',
    path: '/api/moderation/notices',
    summary: 'What was decided about the reader’s items, reports and appeals, latest first.',
    access: 'person',
    whileSuspended: true,
    data: z.object({
      list: z.array(Notice),
      unread: z.int(),
      suspension: z
        .object({
          decision_id: Id.describe('to be named in an appeal'),
          can_appeal: z.boolean(),
          appeal: OwnAppeal.nullable(),
        })
        .nullable()
        .describe('null: the reader is not suspended'),
    }),
    errors: ['NotSignedIn'],
  }),
  readNotices: operation({
    method: 'POST',
    path: '/api/moderation/readNotices',
    summary: 'Marks all notices as read.',
    access: 'person',
    whileSuspended: true,
    data: EmptyData,
    errors: ['NotSignedIn'],
  }),
  appealStop: operation({
    method: 'POST',
    path: '/api/moderation/appealStop',
    summary:
      'Answers a stop by the safety rules, once per text. The text is screened again, and stored until the appeal is decided, for 30 days at most. Conflict for a text that is not stopped.',
    access: 'person',
    body: z.object({
      place: z.enum(STOP_PLACES),
      chat_id: Id.optional().describe('of a message: the chat in whose context it was read'),
      text: z.string().trim().min(1).max(LIMITS.stoppedTextLength),
      note: z.string().trim().min(1).max(LIMITS.reportNoteLength),
    }),
    data: EmptyData,
    errors: ['NotSignedIn', 'InvalidInput', 'Conflict', 'TooManyRequests'],
  }),
  appeal: operation({
    method: 'POST',
    path: '/api/moderation/appeal',
    summary: 'Answers a decision about something of one’s own, once; it then lands in the queue.',
    access: 'person',
    whileSuspended: true,
    body: z.object({ decision_id: Id, text: z.string().trim().min(1).max(LIMITS.reportNoteLength) }),
    data: EmptyData,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'Conflict', 'TooManyRequests'],
  }),
} as const
