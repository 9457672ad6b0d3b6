import type { ApiBody, ApiData } from '@everkin/contract/api-types.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { truncateText } from '@everkin/contract/truncate-text.ts'
import { callApi } from '../../../api/client.ts'
import { uploadFile } from '../../../api/upload.ts'
import { randomUuid } from '../../../lib/random-uuid.ts'
import type { SaveBody, SavedCard, Visibility } from '../save-imported.ts'
import type { ImportedCard, ImportedLorebook } from '../use-imports.ts'
import type { PlannedBook, PlannedGroup, PlannedPersona } from './move-plan.ts'
import { callWithRetry, type RetryOptions } from './paced-call.ts'

export type ImportedChat = ApiData<'POST /api/chat/importChat'>
type Persona = ApiData<'POST /api/user/savePersona'>
type ChatSettings = Omit<ApiBody<'POST /api/chat/settings'>, 'chat_id'>

/** An own card, as far as it is needed to recognise it. */
export interface OwnCard {
  id: string
  name: string
  tagline: string
  state: SavedCard['state']
  /** Ids of the members of a group. */
  member_ids: readonly string[]
}

/** The calls of a move. Each waits for its turn as long as the server asks for it. */
export interface MoveCalls {
  importCard(file: Blob, name: string): Promise<ImportedCard>
  importLorebook(file: Blob, name: string): Promise<ImportedLorebook>
  /** Null: with the card that has the name in the file. */
  importChat(file: Blob, card: { id: string; type: 'single' | 'multiple' } | null): Promise<ImportedChat>
  uploadPicture(file: Blob): Promise<{ url: string }>
  saveCard(body: SaveBody): Promise<SavedCard>
  saveGroup(asked: {
    group: PlannedGroup
    members: string[]
    cover: string | null
    visibility: Visibility
  }): Promise<{ id: string }>
  /** All of a kind; asked once. */
  listOwnCards(type: 'single' | 'multiple'): Promise<readonly OwnCard[]>
  listPersonas(): Promise<readonly Persona[]>
  savePersona(persona: PlannedPersona, lorebookIds: string[]): Promise<{ saved: Persona; isCut: boolean }>
  listLorebooks(): Promise<readonly { id: string; name: string }[]>
  saveLorebook(book: PlannedBook): Promise<{ id: string }>
  /** Sets up a chat that came in. */
  saveSettings(chatId: string, settings: ChatSettings): Promise<void>
  /** The person's own presets. */
  listPresets(): Promise<readonly { id: string; name: string }[]>
  /** Reads a preset file and keeps what it says; how many of its fields have no use here. */
  readPreset(file: Blob, name: string): Promise<{ id: string; ignored: number }>
  /** Keeps a preset that another Everkin has exported. */
  savePreset(name: string, fields: Record<string, unknown>): Promise<{ id: string }>
}

/** The calls of a move, sent to this server. */
export function createMoveCalls(retry: RetryOptions): MoveCalls {
  const { signal } = retry
  const withRetry = <Result>(call: () => Promise<Result>) => callWithRetry(call, retry)
  const listed = new Map<string, Promise<readonly OwnCard[]>>()
  return {
    importCard: (file, name) =>
      withRetry(() => uploadFile('POST /api/chat.Single/importCard', { file: named(file, name) }, { signal })),
    importLorebook: (file, name) =>
      withRetry(() => uploadFile('POST /api/chat.Single/importLorebook', { file: named(file, name) }, { signal })),
    importChat: (file, card) =>
      withRetry(() =>
        uploadFile(
          'POST /api/chat/importChat',
          {
            ...(card && (card.type === 'single' ? { card_id: card.id } : { group_id: card.id })),
            skip_existing: 'true',
            file: named(file, 'chat'),
          },
          { signal },
        ),
      ),
    uploadPicture: (file) =>
      withRetry(() =>
        uploadFile('POST /api/common/upload', { purpose: 'card', file: named(file, 'picture') }, { signal }),
      ),
    saveCard: (body) => withRetry(() => callApi('POST /api/chat.Single/saveCard', { body, signal })),
    saveGroup: ({ group, members, cover, visibility }) => {
      const fields = { ...groupFields(group), ...(cover !== null && { cover }) }
      const body = { ...fields, name: group.name, member_ids: members, visibility, idempotency_key: randomUuid() }
      return withRetry(() => callApi('POST /api/chat.Multiple/saveCard', { body, signal }))
    },
    listOwnCards: (type) => {
      const known = listed.get(type) ?? withRetry(() => listOwnCards(type, signal))
      listed.set(type, known)
      return known
    },
    listPersonas: async () => (await withRetry(() => callApi('GET /api/user/personas', { signal }))).list,
    savePersona: async ({ name, description, isDefault }, lorebook_ids) => {
      const body = {
        name: truncateText(name, LIMITS.nicknameLength),
        description: truncateText(description, LIMITS.personaLength),
      }
      const isCut = body.name !== name || body.description !== description
      const more = { ...(isDefault && { is_default: true }), ...(lorebook_ids.length > 0 && { lorebook_ids }) }
      const sent = { ...body, ...more, idempotency_key: randomUuid() }
      const saved = await withRetry(() => callApi('POST /api/user/savePersona', { body: sent, signal }))
      return { saved, isCut }
    },
    listLorebooks: async () => (await withRetry(() => callApi('GET /api/lorebook/list', { signal }))).list,
    saveLorebook: ({ name, content, isForAllChats }) => {
      const fields = { name: truncateText(name, LIMITS.nameLength), content, all_chats: isForAllChats }
      const body = { ...fields, idempotency_key: randomUuid() }
      return withRetry(() => callApi('POST /api/lorebook/save', { body, signal }))
    },
    listPresets: async () =>
      (await withRetry(() => callApi('GET /api/preset/list', { signal }))).filter(({ builtin }) => !builtin),
    readPreset: async (file, name) => {
      const content = await file.text()
      const read = await withRetry(() =>
        callApi('POST /api/preset/read', { body: { file_name: `${name}.json`, content }, signal }),
      )
      const kept = { ...read.preset, name: truncateText(name, LIMITS.presetNameLength) }
      const body = { ...kept, idempotency_key: randomUuid() }
      const { id } = await withRetry(() => callApi('POST /api/preset/save', { body, signal }))
      return { id, ignored: read.report.ignored.length }
    },
    savePreset: (name, fields) => {
      const known = Object.fromEntries(PRESET_FIELDS.map((key) => [key, fields[key]]))
      const body = { ...known, name, idempotency_key: randomUuid() } as ApiBody<'POST /api/preset/save'> // the server checks it
      return withRetry(() => callApi('POST /api/preset/save', { body, signal }))
    },
    saveSettings: async (chat_id, settings) => {
      await withRetry(() => callApi('POST /api/chat/settings', { body: { ...settings, chat_id }, signal }))
    },
  }
}

function named(file: Blob, name: string): File {
  return new File([file], name)
}

const GROUP_FIELDS = ['tagline', 'scenario', 'opening', 'language', 'rating', 'tags', 'turn_policy', 'reply_limit']

const PRESET_FIELDS = ['samplers', 'stop', 'max_reply_tokens', 'context_tokens', 'reasoning']

/** The fields of a group that can be written. The server checks them. */
function groupFields({ fields }: PlannedGroup): ApiBody<'POST /api/chat.Multiple/saveCard'> {
  return Object.fromEntries(GROUP_FIELDS.flatMap((key) => (key in fields ? [[key, fields[key]]] : [])))
}

async function listOwnCards(type: 'single' | 'multiple', signal: AbortSignal): Promise<readonly OwnCard[]> {
  const cards: OwnCard[] = []
  let cursor: string | null = null
  do {
    const query: { type: typeof type; limit: number; cursor?: string } = { type, limit: 100, ...(cursor && { cursor }) }
    const page: ApiData<'GET /api/user/chatCardList'> = await callApi('GET /api/user/chatCardList', { query, signal })
    for (const card of page.list) {
      const { id, name, tagline, state } = card
      const member_ids = card.type === 'multiple' ? card.members.map((member) => member.id) : []
      cards.push({ id, name, tagline, state, member_ids })
    }
    cursor = page.next_cursor
  } while (cursor !== null)
  return cards
}
