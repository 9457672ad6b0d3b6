import { loadChatContext } from '@everkin/server/modules/chats/context/load-chat-context.ts'
import { maxReplyTokens } from '@everkin/server/modules/chats/context/reply-writer.ts'
import { buildReplyPrompt } from '@everkin/server/modules/chats/generation/open-reply.ts'
import { loadReplyContext } from '@everkin/server/modules/chats/generation/reply-context.ts'
import type { ChatServices } from '@everkin/server/modules/chats/services.ts'
import { appendSkipPointers, type SkipPointers } from '@everkin/server/modules/chats/store/skip-pointers.ts'
import { completeText } from '@everkin/server/modules/memory/ingest/summary-model.ts'
import { countTokens } from '@everkin/server/modules/models/count-tokens.ts'
import type { Queryable } from '@everkin/server/platform/db/database.ts'
import { createSeededRandom } from '@everkin/server/platform/seeded-random.ts'
import { RECALL_FACTS, type RecallFact, SMALL_TALK } from './recall-facts.ts'

export interface Line {
  role: 'user' | 'character'
  text: string
}

/**
 * A conversation of this many turns in eight languages, the same for the same seed: small talk, and every planted fact
 * once, somewhere in the first three quarters.
 */
export function createRecallConversation(turns: number, seed: string): { lines: Line[]; facts: readonly RecallFact[] } {
  const chance = createSeededRandom(seed)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(chance() * items.length)] as Item // never empty
  const languages = Object.keys(SMALL_TALK)
  const step = Math.floor((turns * 0.75) / RECALL_FACTS.length)
  const order = RECALL_FACTS.map((fact) => ({ fact, at: chance() }))
    .sort((a, b) => a.at - b.at)
    .map(({ fact }) => fact)
  const lines: Line[] = []
  for (let turn = 0; turn < turns; turn++) {
    const planted = turn % step === 0 ? order[turn / step] : undefined
    const talk = SMALL_TALK[planted?.language ?? pick(languages)]!
    const said = pick(talk.person).replace('{thing}', pick(talk.things))
    lines.push({ role: 'user', text: planted ? `${said} ${planted.said}` : said })
    lines.push({ role: 'character', text: pick(talk.character).replace('{thing}', pick(talk.things)) })
  }
  return { lines, facts: RECALL_FACTS }
}

const BATCH_SIZE = 400

/** Stores lines under the end of a chat's only path, like the chats module. */
export async function storeLines(
  db: Queryable,
  chatId: string,
  speakerId: string,
  lines: readonly Line[],
): Promise<void> {
  const [chat] = await db.query<{ nextSeq: number; leafSeq: number; rev: number }>(
    'select next_seq as "nextSeq", leaf_seq as "leafSeq", rev from chat where id = $1',
    [chatId],
  )
  if (!chat) throw new Error('no such chat')
  let spine: SkipPointers = await db.query(
    `with recursive s (seq, depth, "jumpSeq", "jumpDepth") as (
       select seq, depth, jump_seq, jump_depth from message where chat_id = $1 and seq = $2
       union all select m.seq, m.depth, m.jump_seq, m.jump_depth from s join message m on m.chat_id = $1 and m.seq = s."jumpSeq")
     select * from s order by seq desc`,
    [chatId, chat.leafSeq],
  )
  let { nextSeq: seq, leafSeq, rev } = chat
  let rows: unknown[] = []
  for (const [index, { role, text }] of lines.entries()) {
    spine = appendSkipPointers(spine, seq)
    const { depth, jumpSeq, jumpDepth } = spine[0]!
    rev += 1
    const speaker = role === 'character' ? speakerId : null
    rows.push({
      seq,
      parent_seq: leafSeq,
      depth,
      jump_seq: jumpSeq,
      jump_depth: jumpDepth,
      rev,
      role,
      speaker,
      text,
      tokens: countTokens(text),
    })
    leafSeq = seq
    seq += 1
    if (rows.length < BATCH_SIZE && index < lines.length - 1) continue
    await db.query(
      `insert into message (chat_id, seq, parent_seq, depth, jump_seq, jump_depth, rev, role, speaker_id, text, tokens,
         status, created_at)
       select $1, seq, parent_seq, depth, jump_seq, jump_depth, rev, role, speaker, text, tokens, 'complete', now()
       from jsonb_to_recordset($2::jsonb) as r (seq int, parent_seq int, depth int, jump_seq int, jump_depth int,
         rev int, role text, speaker text, text text, tokens int)`,
      [chatId, JSON.stringify(rows)],
    )
    rows = []
  }
  await db.query('update chat set next_seq = $2, leaf_seq = $3, rev = $4 where id = $1', [chatId, seq, leafSeq, rev])
}

export interface RecallResult {
  isRecalled: boolean
  /** From the turn's rows in memory to the finished prompt, including recall. */
  promptMs: number
  promptTokens: number
  /** The token budget of the prompt. */
  tokenBudget: number
}

/**
 * Asks about one fact as if in the next message of the chat, without storing it: the real code recalls and builds the
 * prompt, and the server's model answers from it.
 */
export async function askRecallQuestion(
  services: ChatServices,
  personId: string,
  chatId: string,
  fact: RecallFact,
): Promise<RecallResult> {
  const turn = await loadChatContext(services, { identity: { personId }, country: null }, chatId)
  const before = await services.paths.read(services.database, turn.chat)
  const own = {
    seq: turn.chat.nextSeq,
    role: 'user' as const,
    speakerId: null,
    text: fact.asked,
    tokens: countTokens(fact.asked),
  }
  const start = performance.now()
  const reply = await loadReplyContext(services, turn, { path: [...before, own] })
  const prompt = buildReplyPrompt(services, reply.planned, reply)
  const promptMs = performance.now() - start
  const signal = AbortSignal.timeout(20_000)
  const answer = await completeText(services.model, prompt.messages, { maxTokens: 60, signal })
  const { contextTokens } = services.model
  return {
    isRecalled: answer.includes(fact.value),
    promptMs,
    promptTokens: prompt.tokens,
    tokenBudget: contextTokens - maxReplyTokens({ contextTokens }),
  }
}
