import type { ApiData } from '@everkin/contract/api-types.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { SignedInCaller } from '../../../platform/http/caller.ts'
import { canSeeCosts, toTotals } from '../../models/module.ts'
import { loadVisibleChat } from '../context/participant-policy.ts'
import { usageView } from '../context/views.ts'
import type { ChatServices } from '../services.ts'
import { parseMessageId } from '../store/message-id.ts'
import type { MessageRow } from '../store/message-row.ts'
import { findMessage } from '../store/message-store.ts'

/**
 * What the model thought before it wrote a message, in full; of a reply that is being written here, what it has thought
 * so far.
 * @throws AppError NotFound.
 */
export async function loadReasoning(
  services: ChatServices,
  caller: SignedInCaller,
  chatId: string,
  messageId: string,
): Promise<ApiData<'GET /api/chat/reasoning'>> {
  const { chat } = await loadVisibleChat(services, caller, chatId)
  const row = await loadMessageOf(services, chat.id, messageId)
  const live = services.replies.find(chat.id)
  const isLive = live?.seq === row.seq && row.status === 'streaming'
  return { reasoning: isLive ? live.reasoning || null : row.reasoning }
}

/**
 * Model usage of a reply, and of all replies of its chat. Those that were deleted or replaced by another version
 * count too.
 * @throws AppError NotFound.
 */
export async function loadReplyUsage(
  services: ChatServices,
  caller: SignedInCaller,
  chatId: string,
  messageId: string | null,
): Promise<ApiData<'GET /api/chat/usage'>> {
  const { chat } = await loadVisibleChat(services, caller, chatId)
  const row = messageId === null ? null : await loadMessageOf(services, chat.id, messageId)
  const showsCosts = canSeeCosts(services.settings, caller.identity)
  const usage = usageView(row?.usage ?? null)
  const cost = row?.usage?.cost ?? null
  return {
    reply: usage && { usage, costs: showsCosts ? (cost ? [cost] : []) : null },
    chat: toTotals(await sumOfChat(services.database, chat.id), showsCosts),
  }
}

async function loadMessageOf(services: ChatServices, chatId: string, id: string): Promise<MessageRow> {
  const place = parseMessageId(id)
  const row = place?.chatId === chatId ? await findMessage(services.database, chatId, place.seq) : null
  if (!row) throw new AppError('NotFound')
  return row
}

function sumOfChat(db: Queryable, chatId: string): Promise<Parameters<typeof toTotals>[0]> {
  return db.query(
    `select coalesce(usage->'cost'->>'currency', '') as currency, count(*)::int8 as requests,
       sum((usage->>'prompt_tokens')::int8)::int8 as "promptTokens",
       coalesce(sum((usage->>'cached_tokens')::int8), 0)::int8 as "cachedTokens",
       sum((usage->>'reply_tokens')::int8)::int8 as "replyTokens",
       coalesce(sum((usage->'cost'->>'micros')::int8), 0)::int8 as "costMicros"
     from message where chat_id = $1 and usage is not null group by 1 order by 1`,
    [chatId],
  )
}
