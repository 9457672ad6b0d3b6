import { type BegunReply, publishBegun } from '../answer-awaiting.ts'
import { beginReply } from '../begin-reply.ts'
import { changeChat, publishChange } from '../change-chat.ts'
import { findChat } from '../chat-store.ts'
import { nullIfGone, publishFinished, type ReplyOutcome, settleReply } from '../finish-reply.ts'
import { endGeneration } from '../generation-store.ts'
import { type LiveReply, ReplyStopped } from '../live-replies.ts'
import { findMessage } from '../message-store.ts'
import { type OpenedReply, openReply } from '../open-reply.ts'
import { entryOf } from '../path-cache.ts'
import { countTokens } from '../prompt/count-tokens.ts'
import { albumItemsFor, replySetting } from '../reply-setting.ts'
import type { ChatServices } from '../services.ts'
import { membersOf, readyFor } from './cast.ts'
import { afterReply, nextSpeaker, type Round } from './round.ts'

type RoundReply = BegunReply & { round: Round }

/**
 * Ends one reply of a group's round and begins the next, in one transaction, so that a crash finds either the one or
 * the other being written. The round costs what its message cost: that is given back with the last reply, when none of
 * them said anything. A round ends when it was stopped, by a person or the rules, or when something was
 * said meanwhile.
 */
export async function finishInRound(
  services: ChatServices,
  begun: RoundReply,
  live: LiveReply,
  outcome: ReplyOutcome,
): Promise<BegunReply | null> {
  const { setting } = begun.opened
  const next = await openNext(services, begun, live, outcome)
  const hasSaid = begun.round.hasSaid || isWorthIt(live, outcome)
  try {
    let revBefore = 0
    const changed = await changeChat(services, live.personId, live.chatId, async (held) => {
      revBefore = held.chat.rev
      if (!(await endGeneration(held.tx, live.chatId, live.seq, services.processId))) return null
      if (!(await findMessage(held.tx, live.chatId, live.seq))) return null // deleted while it was written
      const goesOn = next !== null && held.chat.leafSeq === live.seq
      const refundable = hasSaid || goesOn ? [] : begun.chargeKeys
      const settled = await settleReply(
        setting,
        held,
        live.seq,
        live.text,
        outcome,
        refundable,
        albumItemsFor(setting, live.text),
      )
      if (!goesOn) return { settled, row: null, chargeKeys: [] }
      const chargeKeys = hasSaid ? [] : begun.chargeKeys
      const row = await beginReply(services, held, { parentSeq: live.seq, speakerId: next.speakerId, chargeKeys })
      return { settled, row, chargeKeys }
    }).catch(nullIfGone)
    const { settled, row, chargeKeys } = changed?.result ?? { settled: null, row: null, chargeKeys: [] }
    if (!row) next?.opened.abort.abort(new Error('not needed'))
    if (!changed || !settled) return null
    const { chat } = changed
    if (row || chat.leafSeq === live.seq)
      services.paths.append(chat, { rev: revBefore, leafSeq: live.seq }, entryOf(settled.row))
    await publishFinished(services, setting, chat.leafSeq, settled)
    if (!row || !next) {
      await publishChange(services, chat, [])
      return null
    }
    await publishBegun(services, chat, setting.ready, row)
    return { opened: next.opened, row, chargeKeys, round: next.round, siblings: [row.seq] }
  } catch (error) {
    next?.opened.abort.abort(error)
    throw error
  }
}

/** Whether a reply counts as made: one that failed, was blocked or said nothing costs nothing. */
function isWorthIt(live: LiveReply, { status, verdict }: ReplyOutcome): boolean {
  return status !== 'failed' && verdict === null && live.text.trim() !== ''
}

/** Asks the model for the next reply of the round, which sees this one; null when the round is over. */
async function openNext(
  services: ChatServices,
  { opened, row, round }: RoundReply,
  live: LiveReply,
  outcome: ReplyOutcome,
): Promise<{ opened: OpenedReply; speakerId: string; round: Round } | null> {
  if (outcome.verdict) return null
  const { reason } = opened.abort.signal
  if (reason instanceof ReplyStopped && reason.by !== 'rules') return null
  const { setting } = opened
  const chat = await findChat(services.database, live.chatId, live.personId)
  const ready = chat && (await readyFor(services, chat, setting.locale))
  if (!chat || !ready || chat.leafSeq !== live.seq || row.speakerId === null) return null
  const members = membersOf(ready, chat.muted)
  const hasSaid = isWorthIt(live, outcome)
  const next = nextSpeaker(afterReply(round, members, { speakerId: row.speakerId, text: live.text, hasSaid }), members)
  if (!next) return null
  const said = { seq: live.seq, role: 'character' as const, speakerId: row.speakerId, text: live.text }
  const path = [...setting.path, { ...said, tokens: countTokens(live.text) }]
  const turn = { person: setting.person, chat, ready, locale: setting.locale }
  const place = { path, speakerId: next.speakerId }
  return { opened: openReply(services, await replySetting(services, turn, place)), ...next }
}
