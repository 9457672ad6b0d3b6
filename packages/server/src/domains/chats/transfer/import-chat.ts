import { LIMITS } from '@everkin/contract/limits.ts'
import type { Chat } from '@everkin/contract/types.ts'
import type { CardForChat } from '../../../modules/characters/card-for-chat.ts'
import { findCardByName } from '../../../modules/characters/search-cards.ts'
import { normalizeForSearch } from '../../../modules/characters/tokenize.ts'
import { AppError, invalidInput } from '../../../platform/app-error.ts'
import type { SignedInCaller } from '../../../platform/http/caller.ts'
import { newId } from '../../../platform/ids.ts'
import { bumpUserRev, loadPerson } from '../../accounts/person.ts'
import { refuseTooManyChats } from '../chat-limits.ts'
import { type ChatRow, findChat, insertChat, saveChat } from '../chat-store.ts'
import { refuseByAge } from '../read-turn.ts'
import { previewOf } from '../rules.ts'
import type { ChatServices } from '../services.ts'
import { findOpenCard } from '../start-chat.ts'
import { chatView, speakerOf } from '../views.ts'
import { insertPlaced } from './import-store.ts'
import { type PlacedMessage, placeMessages, type SettledMessage } from './place-messages.ts'
import { type FileMessage, type Remark, readLines } from './read-lines.ts'
import { screenImport } from './screen-import.ts'

const LIMIT = { max: 20, windowMs: 3_600_000 }
const REMARKS_TOLD = 100

export interface ImportedChat {
  chat: Chat
  messages: number
  versions: number
  remarks: Remark[]
  remark_count: number
}

/**
 * Makes a chat of a file of SillyTavern's: with the card that is named, else with the public one that has the name in
 * the file. All of it is stored, or nothing.
 * @throws AppError FileType (no such file), InvalidInput (nothing in it, or no card of that name: `card_id`), NotFound,
 * AgeNotOpen, SafetyStop, TooManyRequests, Conflict (too many chats).
 */
export async function importChat(
  services: ChatServices,
  caller: SignedInCaller,
  input: { file: Uint8Array; cardId: string | undefined; groupId: string | undefined },
): Promise<ImportedChat> {
  const person = await loadPerson(services.database, caller.identity.personId)
  if (!person) throw new AppError('NotSignedIn')
  refuseByAge(services, person)
  services.limiter.consume(`importChat:${person.id}`, LIMIT)
  const { characterName, messages, remarks, readable } = readLines(input.file)
  if (readable === 0) throw new AppError('FileType', { accepted: ['JSONL'] })
  if (messages.length === 0) throw invalidInput('file', 'no messages')
  const cardId = input.cardId ?? input.groupId ?? (await cardNamed(services, characterName))
  const card = await findOpenCard(services, caller, person, cardId)
  const passed = await screenImport(services, person, messages, remarks)
  if (passed.length === 0) throw invalidInput('file', 'no messages')
  const now = services.clock.now()
  const { rows, leafSeq } = placeMessages(settle(passed, card, characterName, now, remarks))
  const chat = await store(services, { personId: person.id, card, locale: caller.locale, now }, rows, leafSeq)
  const view = chatView(chat, card)
  services.live.publishToPerson(person.id, { type: 'chat.updated', chat: view })
  return {
    chat: view,
    messages: passed.length,
    versions: rows.length - passed.length,
    remarks: remarks.sort((one, other) => one.line - other.line).slice(0, REMARKS_TOLD),
    remark_count: remarks.length,
  }
}

async function cardNamed(services: ChatServices, name: string | null): Promise<string> {
  const found = name === null ? null : await findCardByName(services.database, name)
  if (found === null) throw invalidInput('card_id', 'required')
  return found
}

/** Says who speaks and when: an unknown name in a group becomes a narrator's line that tells it. */
function settle(
  messages: readonly FileMessage[],
  card: CardForChat,
  characterName: string | null,
  now: Date,
  remarks: Remark[],
): SettledMessage[] {
  const members = new Map(
    card.members.flatMap(({ id, names }) => names.map((name) => [normalizeForSearch(name).trim(), id] as const)),
  )
  let last: Date | null = null
  return messages.map(({ line, name, role, versions, shown, sentAt }) => {
    const createdAt: Date = sentAt && sentAt <= now ? sentAt : (last ?? now)
    last = createdAt
    if (role !== 'character') return { role, speakerId: null, versions, shown, createdAt }
    if (card.type === 'single') {
      if (name !== '' && normalizeForSearch(name) !== normalizeForSearch(characterName ?? name))
        remarks.push({ line, kind: 'speaker' })
      return { role, speakerId: card.id, versions, shown, createdAt }
    }
    const speakerId = members.get(normalizeForSearch(name).trim())
    if (speakerId !== undefined) return { role, speakerId, versions, shown, createdAt }
    remarks.push({ line, kind: 'speaker' })
    const told = versions.map((text) => `${name}: ${text}`.slice(0, LIMITS.importedMessageLength).toWellFormed())
    return { role: 'system' as const, speakerId: null, versions: name === '' ? versions : told, shown, createdAt }
  })
}

async function store(
  services: ChatServices,
  { personId, card, locale, now }: { personId: string; card: CardForChat; locale: string; now: Date },
  rows: readonly PlacedMessage[],
  leafSeq: number,
): Promise<ChatRow> {
  const id = newId(now)
  const leaf = rows[leafSeq - 1]
  if (!leaf) throw new Error('an import without messages')
  return services.database.transaction(async (tx) => {
    const userRev = await bumpUserRev(tx, personId)
    await refuseTooManyChats(tx, personId)
    const base = { id, personId, cardId: card.id, type: card.type, title: card.name, locale }
    await insertChat(tx, { ...base, createdAt: now, userRev })
    await insertPlaced(tx, id, personId, rows)
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
    return chat
  })
}
