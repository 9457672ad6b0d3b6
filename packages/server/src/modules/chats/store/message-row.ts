import type { ReplyFault, ReplyUsage } from '@everkin/contract/types.ts'
import type { Restriction } from '../../characters/module.ts'
import type { TreePlace } from './skip-pointers.ts'

type MessageRole = 'user' | 'character' | 'system'
export type MessageStatus = 'streaming' | 'complete' | 'stopped' | 'failed'

export interface MessageRow extends TreePlace {
  chatId: string
  parentSeq: number
  tipSeq: number | null
  rev: number
  role: MessageRole
  /** The speaker; null: the narrator. On a person's message: the member who was explicitly asked to answer it. */
  speakerId: string | null
  text: string
  tokens: number
  status: MessageStatus
  clientId: string | null
  voiceDemo: boolean
  chargeKey: string | null
  awaitsReply: boolean
  deleted: boolean
  /** Shown to the person only: in no prompt and no memory. */
  hidden: boolean
  /** Set by operators: text, pictures and reasoning are then as if there were none. */
  restriction: Restriction | null
  /** Items of the speaker's album sent with the message. */
  attached: string[] | null
  /** Media files that the person sent with the message, and the words that stand for them. */
  pictures: readonly string[] | null
  pictureText: string | null
  /** The model ended it at the length limit. */
  isCutOff: boolean
  /** The cause of a failure, as its reader is shown it. */
  fault: ReplyFault | null
  /** What the model thought before it wrote. Null in lists also where it is long (`SHORT_REASONING_BYTES`). */
  reasoning: string | null
  /** How long it thought; null where it has not. */
  reasoningMs: number | null
  /** Model usage of the newest request for this reply. */
  usage: StoredUsage | null
  /** The model that wrote it last; null for what no model has written. */
  modelId: string | null
  createdAt: Date
}

/** As on the wire, and what it cost by the price of that moment. */
export type StoredUsage = ReplyUsage & { cost?: { currency: string; micros: number } | null }

/** Lists of messages contain reasoning up to this size, so that a page of them stays small. */
const SHORT_REASONING_BYTES = 4_000

const FIELDS = `chat_id as "chatId", seq, parent_seq as "parentSeq", depth, jump_seq as "jumpSeq",
  jump_depth as "jumpDepth", tip_seq as "tipSeq", rev, role, speaker_id as "speakerId", text, tokens, status,
  client_id as "clientId", voice_demo as "voiceDemo", charge_key as "chargeKey",
  awaits_reply as "awaitsReply", deleted, hidden, restriction, attached,
  case when restriction is null then pictures end as pictures,
  case when restriction is null then picture_text end as "pictureText",
  coalesce(cut_off, false) as "isCutOff", fault,
  reasoning_ms as "reasoningMs", usage, model_id as "modelId", created_at as "createdAt"`

/** Columns for a list of messages: long reasoning is left out. */
export const LISTED_COLUMNS = `${FIELDS},
  case when restriction is null and octet_length(reasoning) <= ${SHORT_REASONING_BYTES} then reasoning end as reasoning`

/** Columns for a single message, with all of its reasoning. */
export const WHOLE_COLUMNS = `${FIELDS}, case when restriction is null then reasoning end as reasoning`
