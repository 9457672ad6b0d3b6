import { ERRORS } from '@everkin/contract/errors.ts'
import type { Wallet } from '@everkin/contract/types.ts'

/** A message on its way: kept until the server has stored it or the person lets it go. */
export interface OutboxItem {
  client_id: string
  user_id: string
  chat_id: string
  text: string
  speak_card_id?: string
  /** When it was written, or last tried again by hand: unix milliseconds. */
  createdAtMs: number
  /** Place in the queue of its writer's tab: items of one chat go out in this order. */
  order: number
  /** The page that may send it; another one adopts it when that page is gone. */
  owner: string
  failure: OutboxFailure | null
}

/** Why a message did not go out: the server's answer, or that it waited a whole day. */
export type OutboxFailure = { kind: 'refused'; code: number; reason: string; data: unknown } | { kind: 'too-old' }

export type OutboxState = 'waiting' | 'sending' | 'failed'

/** An item as a conversation shows it. */
export interface OutboxEntry {
  item: OutboxItem
  state: OutboxState
}

export const OUTBOX_LIMITS = {
  items: 200,
  bytes: 1_000_000,
  /** What waited longer is not sent unasked (reliability, offline sending). */
  ageMs: 24 * 60 * 60_000,
  /** An answer to a sent message is awaited so long on an open link, then it is sent again with the same id. */
  answerMs: 15_000,
} as const

/** Bytes that an item's text takes in UTF-8, the measure of the outbox's cap. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}

/** What of a wallet decides whether a message can be sent. */
export type MessagesHeld = Pick<Wallet, 'message_num' | 'unlimited_messages'>

/** Whether a message failed for lack of messages, and the wallet holds more now than it did then. */
export function isPayableNow({ failure }: OutboxItem, wallet: MessagesHeld): boolean {
  if (failure?.kind !== 'refused' || failure.code !== ERRORS.NoMessagesLeft.code) return false
  return wallet.unlimited_messages || wallet.message_num > messagesAtRefusal(failure.data)
}

/** The refusal comes with the wallet as it was. */
function messagesAtRefusal(data: unknown): number {
  const wallet = typeof data === 'object' && data !== null && 'wallet' in data ? data.wallet : null
  const held = typeof wallet === 'object' && wallet !== null && 'message_num' in wallet ? wallet.message_num : 0
  return typeof held === 'number' ? held : 0
}

/** What a refusal means: to be tried again later by itself, to wait for a sign-in, or to be decided by the person. */
export function afterRefusal(code: number): 'retry' | 'wait-for-sign-in' | 'fail' {
  if (code === ERRORS.NotSignedIn.code) return 'wait-for-sign-in'
  if (code === ERRORS.TooManyRequests.code || code >= ERRORS.Internal.code) return 'retry'
  return 'fail'
}
