import type { ApiBody, ApiData } from '@everkin/contract/api-types.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { truncateText } from '@everkin/contract/truncate-text.ts'
import { callApi } from '../../../api/client.ts'
import { uploadFile } from '../../../api/upload.ts'
import type { SaveBody, SavedCard, Visibility } from '../save-imported.ts'
import type { ImportedCard, ImportedLorebook } from '../use-imports.ts'
import type { PlannedGroup, PlannedPersona } from './move-plan.ts'
import { callWithRetry, type RetryOptions } from './paced-call.ts'

export type ImportedChat = ApiData<'POST /api/chat/importChat'>
type Persona = ApiData<'POST /api/user/savePersona'>

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
  saveGroup(asked: { group: PlannedGroup; members: string[]; visibility: Visibility }): Promise<{ id: string }>
  /** All of a kind; asked once. */
  listOwnCards(type: 'single' | 'multiple'): Promise<readonly OwnCard[]>
  listPersonas(): Promise<readonly Persona[]>
  savePersona(persona: PlannedPersona): Promise<{ saved: Persona; isCut: boolean }>
  setPersona(chatId: string, personaId: string): Promise<void>
  /** Names of the person's own presets. */
  listPresetNames(): Promise<readonly string[]>
  /** Reads a preset file and keeps what it says; how many of its fields have no use here. */
  savePreset(file: Blob, name: string): Promise<{ ignored: number }>
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
    saveGroup: ({ group, members, visibility }) =>
      withRetry(() =>
        callApi('POST /api/chat.Multiple/saveCard', {
          body: { ...groupFields(group), name: group.name, member_ids: members, visibility },
          signal,
        }),
      ),
    listOwnCards: (type) => {
      const known = listed.get(type) ?? withRetry(() => listOwnCards(type, signal))
      listed.set(type, known)
      return known
    },
    listPersonas: async () => (await withRetry(() => callApi('GET /api/user/personas', { signal }))).list,
    savePersona: async ({ name, description, isDefault }) => {
      const body = {
        name: truncateText(name, LIMITS.nicknameLength),
        description: truncateText(description, LIMITS.personaLength),
      }
      const isCut = body.name !== name || body.description !== description
      const saved = await withRetry(() =>
        callApi('POST /api/user/savePersona', { body: { ...body, ...(isDefault && { is_default: true }) }, signal }),
      )
      return { saved, isCut }
    },
    listPresetNames: async () =>
      (await withRetry(() => callApi('GET /api/preset/list', { signal }))).flatMap(({ builtin, name }) =>
        builtin ? [] : [name],
      ),
    savePreset: async (file, name) => {
      const content = await file.text()
      const read = await withRetry(() =>
        callApi('POST /api/preset/read', { body: { file_name: `${name}.json`, content }, signal }),
      )
      const body = { ...read.preset, name: truncateText(name, LIMITS.presetNameLength) }
      await withRetry(() => callApi('POST /api/preset/save', { body, signal }))
      return { ignored: read.report.ignored.length }
    },
    setPersona: async (chat_id, persona_id) => {
      await withRetry(() => callApi('POST /api/chat/settings', { body: { chat_id, persona_id }, signal }))
    },
  }
}

function named(file: Blob, name: string): File {
  return new File([file], name)
}

const GROUP_FIELDS = ['tagline', 'scenario', 'opening', 'language', 'rating', 'tags', 'turn_policy', 'reply_limit']

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
