import type { Queryable } from '../../platform/db/database.ts'
import type { MessageRow } from './message-store.ts'
import { TOKENS_AROUND_MESSAGE } from './prompt/count-tokens.ts'
import { readPath } from './read-path.ts'

type PathMessage = Pick<MessageRow, 'role' | 'text' | 'tokens'>

/** Recall and lore look at so many messages, also where fewer fit the prompt. */
const MIN_PATH_MESSAGES = 200

/**
 * Reads the end of the path to `leafSeq`, oldest first: all that could be in a prompt of `roomTokens`, and at least
 * MIN_PATH_MESSAGES. Only tokens end it, never a number of messages. Pages double, so that a large context costs a few
 * queries.
 */
export async function readPromptPath(
  db: Queryable,
  chatId: string,
  leafSeq: number,
  roomTokens: number,
): Promise<MessageRow[]> {
  const pages: MessageRow[][] = []
  let tokens = 0
  let wanted = leafSeq
  for (let limit = MIN_PATH_MESSAGES; wanted > 0 && tokens < roomTokens; limit *= 2) {
    const { rows } = await readPath(db, chatId, wanted, { limit })
    pages.push(rows)
    tokens += rows.reduce((sum, row) => sum + leastCost(row), 0)
    wanted = rows[0]?.parentSeq ?? 0
  }
  return trimPath(pages.reverse().flat(), roomTokens)
}

/**
 * The end of a path that a prompt of `roomTokens` is built from: the same whether the path was read at once or has grown
 * message by message, so that a prompt can be rebuilt later.
 */
export function trimPath<Message extends PathMessage>(path: readonly Message[], roomTokens: number): Message[] {
  let tokens = 0
  let from = path.length
  for (; from > 0 && (tokens < roomTokens || path.length - from < MIN_PATH_MESSAGES); from--)
    tokens += leastCost(path[from - 1])
  return path.slice(from)
}

/** Whether a path as `trimPath` leaves it may have more messages in front of it. */
export function isTrimmed(path: readonly PathMessage[], roomTokens: number): boolean {
  return path.length >= MIN_PATH_MESSAGES && path.reduce((sum, message) => sum + leastCost(message), 0) >= roomTokens
}

/**
 * What a message takes of a prompt at least. Notices take nothing; they count as one token, less in all than the house
 * rules take, so that a path of nothing but notices ends too.
 */
function leastCost(message: PathMessage | undefined): number {
  return message && isSaid(message) ? message.tokens + TOKENS_AROUND_MESSAGE : 1
}

/** Whether a message is part of the conversation that a model reads: no notice, and not empty. */
export function isSaid({ role, text }: Pick<PathMessage, 'role' | 'text'>): boolean {
  return role !== 'system' && text !== ''
}
