import type { ReplyUsage } from '@everkin/contract/types.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { recordUsage } from '../../models/module.ts'
import type { LiveReply } from '../context/live-replies.ts'
import type { ChatServices } from '../services.ts'
import type { StoredUsage } from '../store/message-row.ts'
import type { OpenedReply } from './open-reply.ts'

/** Model usage of a reply, on the wire; null while it is written, and where the model sent nothing. */
export function replyUsage(
  { entry }: Pick<OpenedReply, 'entry'>,
  { used }: Pick<LiveReply, 'used'>,
): ReplyUsage | null {
  return (
    used && {
      model: entry.name,
      prompt_tokens: used.promptTokens,
      cached_tokens: used.cachedTokens,
      reply_tokens: used.replyTokens,
      reasoning_tokens: used.reasoningTokens,
      first_token_ms: used.firstTokenMs,
      tokens_per_second: used.tokensPerSecond,
      estimated: used.isEstimated,
    }
  )
}

/** Records the model usage of a reply in the transaction that ends it, and returns what is stored with it. */
export async function recordReplyUsage(
  tx: Transaction,
  opened: Pick<OpenedReply, 'entry'>,
  live: Pick<LiveReply, 'used' | 'personId'>,
  now: Date,
): Promise<StoredUsage | null> {
  const usage = replyUsage(opened, live)
  if (!usage || !live.used) return null
  const { id: modelId, name: model } = opened.entry
  const record = { ...live.used, personId: live.personId, modelId, model, kind: 'reply' as const, now }
  return { ...usage, cost: await recordUsage(tx, record) }
}

/** Tells the budget of the day about a reply whose end has been stored. */
export function countReplyUsage({ usage }: Pick<ChatServices, 'usage'>, { used, personId }: LiveReply): void {
  if (used) usage.countRecorded(personId, used)
}
