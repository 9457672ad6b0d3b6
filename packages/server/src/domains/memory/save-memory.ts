import type { ApiBody } from '@everkin/contract/api-types.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { AppError, invalidInput } from '../../platform/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { changeChat, type HeldChat, publishChange } from '../chats/change-chat.ts'
import { readTurn } from '../chats/read-turn.ts'
import type { ChatServices } from '../chats/services.ts'
import type { Turn } from '../chats/turn.ts'
import { readActiveMemory } from './active-memory.ts'
import { askToRead } from './ask-to-read.ts'
import { type FactRow, insertFact, listFacts, nextMemoryRev, restoreFact, updateFact } from './fact-store.ts'
import { forgetEverything, forgetOf } from './forget.ts'
import { tellMemoryChanged } from './memory-changed.ts'
import { emptyPassages } from './passage-store.ts'
import { SUMMARY_VERSIONS } from './rules.ts'
import { screenOwnMemory } from './screen-memory.ts'
import type { MemoryServices } from './services.ts'
import { deleteSummaries, insertSummary, listSummaries } from './summary-store.ts'
import { termHashes } from './term-hashes.ts'

type Change = Omit<ApiBody<'POST /api/chat/saveMemory'>, 'chat_id'>
type FactChange = NonNullable<Change['facts']>[number]
type Services = MemoryServices & { chats: ChatServices }

/**
 * Does what a person has changed about a chat's memory, all of it or nothing.
 * @throws AppError NotFound (the chat, or a fact that is not there), InvalidInput, SafetyStop, AgeNotOpen.
 */
export async function saveMemory(services: Services, personId: string, chatId: string, change: Change): Promise<void> {
  const turn = await readTurn(services.chats, personId, chatId)
  await screenAll(services, turn, change)
  const { chat } = await changeChat(services.chats, personId, chatId, async (held) => {
    if (change.shares_memory !== undefined) held.chat.sharesMemory = change.shares_memory
    const rev = await nextMemoryRev(held.tx, chatId)
    if (change.forget_all) await forgetEverything(held, rev)
    if (change.summary !== undefined) await keepOwnSummary(held, rev, change.summary)
    for (const fact of change.facts ?? []) await changeFact(held, rev, fact)
    if ((await countFacts(held)) > LIMITS.facts) throw invalidInput('facts')
  })
  services.chats.turnCache.forget(chatId)
  tellMemoryChanged(services.bus, chatId)
  if (change.shares_memory !== undefined) await publishChange(services.chats, chat, [])
  if (change.facts || change.forget_all) await askToRead(services, { chatId, personId })
}

async function screenAll(services: Services, turn: Turn, { summary, facts }: Change): Promise<void> {
  const about = {
    chatId: turn.chat.id,
    locale: turn.locale,
    adultMode: turn.person.nsfw,
    now: services.clock.now(),
  }
  const texts = (facts ?? []).flatMap((fact) => (fact.text !== undefined && fact.deleted !== true ? [fact.text] : []))
  if (summary) texts.push(summary)
  for (const text of texts) await screenOwnMemory(services.database, text, about)
}

async function countFacts(held: HeldChat): Promise<number> {
  return (await listFacts(held.tx, held.chat.id)).filter((fact) => fact.forgottenAt === null).length
}

/** What a person writes covers what the summary before it did, and is what the next one goes on from. */
async function keepOwnSummary(held: HeldChat, rev: number, text: string): Promise<void> {
  const { tx, chat, now } = held
  const { summary } = await readActiveMemory(tx, chat.id, chat.leafSeq)
  const coversToSeq = summary?.coversToSeq ?? 0
  // An older version must not come back when the person has taken everything out of this one.
  if (text === '') {
    const older = (await listSummaries(tx, chat.id)).filter((version) => version.coversToSeq <= coversToSeq)
    await deleteSummaries(
      tx,
      chat.id,
      older.map((version) => version.rev),
    )
  }
  await insertSummary(tx, chat.id, { rev, text, coversToSeq, origin: 'person', createdAt: now }, SUMMARY_VERSIONS)
}

async function changeFact(held: HeldChat, rev: number, change: FactChange): Promise<void> {
  if (change.id === undefined) return addFact(held, rev, change)
  if (change.deleted === true) return forgetFact(held, rev, change.id)
  const known = (await listFacts(held.tx, held.chat.id)).find((fact) => fact.id === change.id)
  if (!known) throw new AppError('NotFound')
  if (known.forgottenAt !== null && change.deleted !== false) throw new AppError('NotFound')
  if (known.forgottenAt !== null) await bringBack(held, rev, known)
  if (change.text === undefined && change.pinned === undefined) return
  const text = change.text ?? known.text
  const isNew = text !== known.text
  await updateFact(held.tx, {
    ...known,
    text,
    pinned: change.pinned ?? known.pinned,
    origin: isNew ? 'person' : known.origin,
    terms: isNew ? termHashes(text) : known.terms,
    rev,
  })
}

async function addFact({ tx, chat, now }: HeldChat, rev: number, change: FactChange): Promise<void> {
  if (change.deleted) return
  if (change.text === undefined) throw invalidInput('facts')
  await insertFact(tx, {
    id: newId(now),
    chatId: chat.id,
    personId: chat.personId,
    cardId: chat.cardId,
    text: change.text,
    pinned: change.pinned ?? false,
    origin: 'person',
    sourceSeq: null,
    derivedFrom: null,
    terms: termHashes(change.text),
    rev,
    createdAt: now,
  })
}

async function forgetFact(held: HeldChat, rev: number, id: string): Promise<void> {
  const known = (await listFacts(held.tx, held.chat.id)).find((fact) => fact.id === id)
  if (!known) throw new AppError('NotFound')
  if (known.forgottenAt === null) await forgetOf(held, rev, [id])
}

async function bringBack({ tx, chat, now }: HeldChat, rev: number, known: FactRow): Promise<void> {
  const since = new Date(now.getTime() - LIMITS.factRestoreMs)
  const back = await restoreFact(tx, chat.id, known.id, { rev, since })
  if (back.length === 0) throw new AppError('NotFound')
  await emptyPassages(
    tx,
    chat.id,
    back.flatMap((fact) => fact.sourceSeq ?? []),
    rev,
  )
}
