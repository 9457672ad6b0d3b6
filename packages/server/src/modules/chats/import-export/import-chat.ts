import { LIMITS } from '@everkin/contract/limits.ts'
import type { Chat } from '@everkin/contract/types.ts'
import { normalizeForSearch } from '@everkin/recall'
import { AppError, invalidInput } from '../../../platform/app-error.ts'
import { HOUR_MS } from '../../../platform/durations.ts'
import { yieldIfDue } from '../../../platform/event-loop.ts'
import type { SignedInCaller } from '../../../platform/http/caller.ts'
import { newId } from '../../../platform/ids.ts'
import { bumpUserRev, loadPerson, type Person } from '../../accounts/module.ts'
import { type CardForChat, findCardByName } from '../../characters/module.ts'
import { EARLIER_TURNS_READ, recordVerdict, screenText } from '../../safety/module.ts'
import { assertAgeAllows } from '../context/load-chat-context.ts'
import { chatView, speakerOf } from '../context/views.ts'
import { assertRoomForChat, loadOpenCard } from '../list/start-chat.ts'
import { previewOf } from '../rules.ts'
import type { ChatServices } from '../services.ts'
import { type ChatRow, findChat, insertChat, saveBulkBytes, saveChat } from '../store/chat-store.ts'
import { insertMessages } from './import-store.ts'
import { type ChatImportRemark, type FileMessage, parseChatFile } from './parse-chat-file.ts'
import { type PlacedMessage, placeMessages, type ResolvedMessage } from './place-messages.ts'

const LIMIT = { max: 20, windowMs: HOUR_MS }
const MAX_REMARKS = 100

/** Before a file is received. @throws AppError NotSignedIn, AgeNotOpen, TooManyRequests */
export async function assertCanImportChat(services: ChatServices, caller: SignedInCaller): Promise<void> {
  const person = await loadImporter(services, caller)
  await services.limiter.consume(`importChat:${person.id}`, LIMIT)
}

async function loadImporter(services: ChatServices, caller: SignedInCaller): Promise<Person> {
  const person = await loadPerson(services.database, caller.identity.personId)
  if (!person) throw new AppError('NotSignedIn')
  assertAgeAllows(services, person)
  return person
}

export interface ImportedChat {
  chat: Chat
  messages: number
  versions: number
  remarks: ChatImportRemark[]
  remark_count: number
}

/**
 * Creates a chat from a SillyTavern file: with the given card, otherwise with the public card that has the name in the
 * file. Stores all of it or nothing.
 * @throws AppError FileType (no such file), InvalidInput (nothing in it, or no card of that name: `card_id`), NotFound,
 * AgeNotOpen, SafetyStop, Conflict (too many chats).
 */
export async function importChat(
  services: ChatServices,
  caller: SignedInCaller,
  input: { file: Uint8Array; cardId: string | undefined; groupId: string | undefined },
): Promise<ImportedChat> {
  const person = await loadImporter(services, caller)
  const { characterName, messages, remarks, readable } = await parseChatFile(input.file)
  if (readable === 0) throw new AppError('FileType', { accepted: ['JSONL'] })
  if (messages.length === 0) throw invalidInput('file', 'no messages')
  const cardId = input.cardId ?? input.groupId ?? (await cardNamed(services, characterName))
  const card = await loadOpenCard(services, caller, person, cardId)
  const passed = await moderateImport(services, person, messages, remarks)
  if (passed.length === 0) throw invalidInput('file', 'no messages')
  const now = services.clock.now()
  const { rows, leafSeq } = await placeMessages(await resolveSpeakers(passed, card, characterName, now, remarks))
  const chat = await store(services, { personId: person.id, card, locale: caller.locale, now }, rows, leafSeq)
  const view = chatView(chat, card)
  services.live.publishToPerson(person.id, { type: 'chat.updated', chat: view })
  return {
    chat: view,
    messages: passed.length,
    versions: rows.length - passed.length,
    remarks: remarks.sort((one, other) => one.line - other.line).slice(0, MAX_REMARKS),
    remark_count: remarks.length,
  }
}

async function cardNamed(services: ChatServices, name: string | null): Promise<string> {
  const found = name === null ? null : await findCardByName(services.database, name)
  if (found === null) throw invalidInput('card_id', 'required')
  return found
}

/**
 * Resolves the speaker and time of each message. An unknown name in a group becomes a narrator's line that mentions the
 * name.
 */
async function resolveSpeakers(
  messages: readonly FileMessage[],
  card: CardForChat,
  characterName: string | null,
  now: Date,
  remarks: ChatImportRemark[],
): Promise<ResolvedMessage[]> {
  const members = new Map(
    card.members.flatMap(({ id, names }) => names.map((name) => [normalizeForSearch(name).trim(), id] as const)),
  )
  const ownName = characterName === null ? null : normalizeForSearch(characterName)
  let last: Date | null = null
  const resolved: ResolvedMessage[] = []
  for (const message of messages) {
    await yieldIfDue()
    resolved.push(resolveSpeaker(message))
  }
  return resolved

  function resolveSpeaker({ line, name, role, versions, shown, sentAt }: FileMessage): ResolvedMessage {
    const createdAt: Date = sentAt && sentAt <= now ? sentAt : (last ?? now)
    last = createdAt
    if (role !== 'character') return { role, speakerId: null, versions, shown, createdAt }
    if (card.type === 'single') {
      if (name !== '' && ownName !== null && normalizeForSearch(name) !== ownName)
        remarks.push({ line, kind: 'speaker' })
      return { role, speakerId: card.id, versions, shown, createdAt }
    }
    const speakerId = members.get(normalizeForSearch(name).trim())
    if (speakerId !== undefined) return { role, speakerId, versions, shown, createdAt }
    remarks.push({ line, kind: 'speaker' })
    const told = versions.map((text) => `${name}: ${text}`.slice(0, LIMITS.importedMessageLength).toWellFormed())
    return { role: 'system', speakerId: null, versions: name === '' ? versions : told, shown, createdAt }
  }
}

async function store(
  services: ChatServices,
  { personId, card, locale, now }: { personId: string; card: CardForChat; locale: string; now: Date },
  rows: readonly PlacedMessage[],
  leafSeq: number,
): Promise<ChatRow> {
  const id = newId(now)
  const leaf = rows[leafSeq - 1]
  if (!leaf) throw new Error('import without messages')
  return services.database.transaction(async (tx) => {
    const userRev = await bumpUserRev(tx, personId)
    await assertRoomForChat(tx, personId)
    const base = { id, personId, cardId: card.id, type: card.type, title: card.name, locale }
    await insertChat(tx, { ...base, createdAt: now, userRev })
    await insertMessages(tx, id, personId, rows)
    const made = await findChat(tx, id, personId)
    if (!made) throw new AppError('Internal')
    const chat: ChatRow = {
      ...made,
      rev: rows.length,
      nextSeq: rows.length + 1,
      leafSeq,
      readSeq: rows.length,
      lastMessage: {
        role: leaf.role,
        speaker_name: speakerOf(leaf.speakerId, card)?.name ?? null,
        text: previewOf(leaf.text),
        created_at: leaf.createdAt.toISOString(),
      },
    }
    await saveChat(tx, chat, userRev)
    await saveBulkBytes(tx, id)
    return chat
  })
}

/**
 * Moderates every text of a file in the context of the text before it (B6). One hit on the safety of minors rejects the
 * whole file; any other hit leaves its text out and reports it.
 * @throws AppError SafetyStop; the verdict is stored, the text is not.
 */
export async function moderateImport(
  services: Pick<ChatServices, 'database' | 'clock'>,
  person: Person,
  messages: readonly FileMessage[],
  remarks: ChatImportRemark[],
): Promise<FileMessage[]> {
  const passed: FileMessage[] = []
  for (const message of messages) {
    const surface = message.role === 'user' ? 'user_message' : 'model_reply'
    const previous = passed.slice(-EARLIER_TURNS_READ).map(({ versions, shown }) => versions[shown] ?? '')
    const kept: { text: string; index: number }[] = []
    for (const [index, text] of message.versions.entries()) {
      await yieldIfDue()
      const verdict = screenText(text, { surface, previous, adultMode: person.nsfw })
      if (verdict.kind !== 'blocked') {
        kept.push({ text, index })
        continue
      }
      if (verdict.category === 'minor_safety') {
        await recordVerdict(services.database, { surface, ref: null, verdict, now: services.clock.now() })
        throw new AppError('SafetyStop', { category: verdict.category })
      }
      remarks.push({ line: message.line, kind: 'blocked' })
    }
    if (kept.length === 0) continue
    const shown = kept.findIndex(({ index }) => index === message.shown)
    passed.push({ ...message, versions: kept.map(({ text }) => text), shown: Math.max(0, shown) })
  }
  return passed
}
