import { createHash } from 'node:crypto'
import type { ApiData } from '@everkin/contract/api-types.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { AppError, invalidInput } from '../../../platform/app-error.ts'
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts'
import { yieldIfDue } from '../../../platform/event-loop.ts'
import type { SignedInCaller } from '../../../platform/http/caller.ts'
import { assertCanChat, loadPerson, type Person } from '../../accounts/module.ts'
import { findCardByName } from '../../characters/module.ts'
import { isMinor } from '../../safety/module.ts'
import { currentChatView } from '../context/change-chat.ts'
import { chatView } from '../context/views.ts'
import { loadOpenCard } from '../list/start-chat.ts'
import type { ChatServices } from '../services.ts'
import { findImportedChat } from '../store/chat-store.ts'
import { checkMessages, checkTree } from './check-import.ts'
import {
  moderateFileMemory,
  moderateFileNote,
  moderateFileTitle,
  moderateImport,
  moderateTree,
} from './moderate-import.ts'
import { type ChatImportWarning, type LeftOut, parseChatFile } from './parse-chat-file.ts'
import { type FileMember, isEverkinChat, parseEverkinChat, type TreeMessage } from './parse-everkin-chat.ts'
import { placeMessages, placeTree, type ResolvedMessage, type ResolvedText } from './place-messages.ts'
import { createSpeakerResolver, matchMembers, resolveMessage, type SpeakerResolver } from './resolve-speakers.ts'
import { type ChatToStore, storeImportedChat } from './store-import.ts'

/** Enough for someone who moves in with everything they have; the limits on chats bound the rest. */
const LIMIT = { max: 600, windowMs: HOUR_MS }
const DAY_LIMIT = { max: 2_000, windowMs: DAY_MS }
/** Screening costs time by size, so files are limited by that too. */
const MEBIBYTES = { max: 512, windowMs: HOUR_MS }
const MEBIBYTE = 1024 * 1024
const MAX_WARNINGS = 100

/** Before a file is received. @throws AppError NotSignedIn, AgeNotOpen, TooManyRequests */
export async function assertCanImportChat(services: ChatServices, caller: SignedInCaller): Promise<void> {
  const person = await loadImporter(services, caller)
  await services.limiter.consume(`importChat:${person.id}`, LIMIT)
  await services.limiter.consume(`importChat-day:${person.id}`, DAY_LIMIT)
}

async function loadImporter(services: ChatServices, caller: SignedInCaller): Promise<Person> {
  const person = await loadPerson(services.database, caller.identity.personId)
  if (!person) throw new AppError('NotSignedIn')
  await assertCanChat(services, person, caller)
  // Nobody has checked what the file contains (A8).
  if (isMinor(person.ageState)) throw new AppError('AgeNotOpen', { reason: 'under_18' })
  return person
}

export type ImportedChat = ApiData<'POST /api/chat/importChat'>

interface ImportInput {
  file: Uint8Array
  cardId: string | undefined
  groupId: string | undefined
  /** Return the chat that an earlier import of the same file made. */
  skipExisting: boolean
}

/**
 * Creates a chat from a file of SillyTavern or of Everkin: with the given card, otherwise with the public card that has
 * the name in the file. Stores all of it or nothing.
 * @throws AppError FileType (no such file), InvalidInput (nothing in it, or no card of that name: `card_id`), NotFound,
 * AgeNotOpen, SafetyStop, Unavailable without a verdict of the moderation model (M2), Conflict (too many chats),
 * TooManyRequests.
 */
export async function importChat(
  services: ChatServices,
  caller: SignedInCaller,
  input: ImportInput,
): Promise<ImportedChat> {
  const person = await loadImporter(services, caller)
  const personId = person.id
  for (let bytes = input.file.length; bytes > 0; bytes -= MEBIBYTE)
    await services.limiter.consume(`importChat-mebibytes:${personId}`, MEBIBYTES)
  const hash = createHash('sha256').update(input.file).digest('hex')
  const namedCard = input.cardId ?? input.groupId
  if (input.skipExisting && namedCard !== undefined) {
    const known = await findImportedChat(services.database, { personId, cardId: namedCard, hash })
    const view = known && (await currentChatView(services, known, caller.locale))
    if (view) return { chat: view, ...NOTHING_IMPORTED, existing: true }
  }
  const { text, warnings } = decode(input.file)
  const read = isEverkinChat(text) ? await readEverkin(services, caller, person, text) : null
  const prepare = read ?? (await readTavern(services, person, text))
  warnings.push(...prepare.warnings)
  const cardId = namedCard ?? (await findPublicCardByName(services, prepare.cardName))
  const card = await loadOpenCard(services, caller, person, cardId)
  const now = services.clock.now()
  const { cardName, members } = prepare
  const memberIds = matchMembers(card, members)
  const resolve = createSpeakerResolver(card, { cardName, memberIds, now, warnings })
  const toStore = await prepare.place(resolve)
  const moderated = await moderateFileNote(services, { person, card, note: prepare.note, warnings })
  const muted = members.flatMap(({ key, isMuted }) => (isMuted ? (memberIds.get(key) ?? []) : []))
  const about = { personId, card, muted, hash, now, adultMode: person.nsfw }
  const base = { ...about, locale: caller.locale, note: moderated }
  const { chat, facts } = await storeImportedChat(services, { ...base, ...toStore })
  const view = chatView(chat, card)
  services.live.publishToPerson(personId, { type: 'chat.updated', chat: view })
  const { rows } = toStore
  return {
    chat: view,
    existing: false,
    messages: prepare.messages,
    versions: rows.length - prepare.messages,
    narration: rows.filter(({ role }) => role === 'system').length,
    hidden: rows.filter(({ hidden }) => hidden).length,
    note: moderated !== null,
    facts,
    left_out: prepare.leftOut,
    warnings: warnings.sort((one, other) => one.line - other.line).slice(0, MAX_WARNINGS),
    warning_count: warnings.length,
  }
}

const NOTHING_IMPORTED = {
  messages: 0,
  versions: 0,
  narration: 0,
  hidden: 0,
  note: false,
  facts: 0,
  left_out: [],
  warnings: [],
  warning_count: 0,
}

async function findPublicCardByName(services: ChatServices, name: string | null): Promise<string> {
  const found = name === null ? null : await findCardByName(services.database, name)
  if (found === null) throw invalidInput('card_id', 'required')
  return found
}

/** The text of a file in UTF-8 or, where it says so, UTF-16. Damaged characters are reported with their first line. */
function decode(file: Uint8Array): { text: string; warnings: ChatImportWarning[] } {
  const isUtf16 = file[0] === 0xff && file[1] === 0xfe
  const text = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(file)
  const at = text.indexOf('\uFFFD')
  if (at < 0 || Buffer.from(file.buffer, file.byteOffset, file.length).includes('\uFFFD')) return { text, warnings: [] }
  let line = 1
  for (let end = text.indexOf('\n'); end >= 0 && end < at && line < LIMITS.chatFileLines; line++)
    end = text.indexOf('\n', end + 1)
  return { text, warnings: [{ line, kind: 'encoding' }] }
}

/** A file whose texts are moderated, and what is left to do once its card is known. */
interface PreparedImport {
  cardName: string | null
  /** Of a group, where the file lists them. */
  members: readonly FileMember[]
  note: ChatToStore['note']
  /** On the active path. */
  messages: number
  leftOut: ImportedChat['left_out']
  warnings: ChatImportWarning[]
  place(
    resolve: SpeakerResolver,
  ): Promise<
    Pick<ChatToStore, 'rows' | 'leafSeq' | 'title' | 'pinned' | 'memory'> & Partial<Pick<ChatToStore, 'locale'>>
  >
}

async function readTavern(services: ChatServices, person: Person, text: string): Promise<PreparedImport> {
  const { characterName, messages, note, leftOut, warnings, readable } = await parseChatFile(text)
  if (readable === 0) throw new AppError('FileType', { accepted: ['JSONL', 'JSON'] })
  const screened = await moderateImport(services, person, messages, warnings)
  const passed = await checkMessages(services, screened, warnings)
  if (passed.length === 0) throw invalidInput('file', 'no messages')
  return {
    cardName: characterName,
    members: [],
    note,
    messages: passed.length,
    leftOut: listLeftOut(leftOut),
    warnings,
    async place(resolve) {
      const resolved: ResolvedMessage[] = []
      for (const message of passed) {
        await yieldIfDue()
        resolved.push(resolveMessage(resolve, message))
      }
      return { ...(await placeMessages(resolved)), title: '', pinned: false, memory: null }
    },
  }
}

function listLeftOut(leftOut: LeftOut): ImportedChat['left_out'] {
  return Object.entries(leftOut).map(([kind, count]) => ({ kind: kind as keyof LeftOut, count })) // its own keys
}

/** Null when the file is no chat of Everkin after all. */
async function readEverkin(
  services: ChatServices,
  caller: SignedInCaller,
  person: Person,
  text: string,
): Promise<PreparedImport | null> {
  const read = await parseEverkinChat(text)
  if (!read) return null
  const { cardName, members, note, pinned, parents, leftOut, warnings } = read
  const screened = await moderateTree(services, person, read.messages, parents, warnings)
  const passed = await checkTree(services, screened, warnings)
  const memory = await moderateFileMemory(services, read.memory)
  if (passed.length === 0) throw invalidInput('file', 'no messages')
  const title = await moderateFileTitle(services, person, read.title === cardName ? '' : read.title)
  return {
    cardName,
    members,
    note,
    messages: passed.filter(({ isActive }) => isActive).length,
    leftOut: listLeftOut(leftOut),
    warnings,
    async place(resolve) {
      const resolved: (TreeMessage & ResolvedText)[] = []
      for (const message of passed) {
        await yieldIfDue()
        resolved.push({ ...message, ...resolve(message.line, message) })
      }
      const { rows, leafSeq, seqs } = await placeTree(resolved, parents)
      const seqOf = (seq: number) => seqs.get(seq) ?? 0
      const summary = memory.summary && { ...memory.summary, coversToSeq: seqOf(memory.summary.coversToSeq) }
      // A fact whose message was left out is left out with it.
      const facts = memory.facts
        .filter(({ sourceSeq }) => sourceSeq === null || seqs.has(sourceSeq))
        .map((fact) => ({ ...fact, sourceSeq: fact.sourceSeq === null ? null : seqOf(fact.sourceSeq) }))
      const locale = read.locale ?? caller.locale
      return { rows, leafSeq, title, pinned, locale, memory: { summary, facts: facts.slice(0, LIMITS.facts) } }
    },
  }
}
