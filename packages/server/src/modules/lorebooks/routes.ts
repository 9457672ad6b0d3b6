import { type JsonObject, serializeLorebook, toSillyTavern } from '@everkin/card-formats'
import type { ApiData } from '@everkin/contract/api-types.ts'
import type { lorebooks } from '@everkin/contract/http/lorebooks.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { jsonFile, toFileName } from '../../platform/http/json-file.ts'
import type { FileReply } from '../../platform/http/stream-reply.ts'
import { deleteLorebook, saveLorebook } from './save-lorebook.ts'
import type { LorebookServices } from './services.ts'
import { type LorebookRow, type LorebookUse, selectLorebook, selectLorebooks, selectUses } from './store.ts'

/** The HTTP handlers of this module. */
export function lorebookHandlers(services: LorebookServices): Handlers<typeof lorebooks> {
  const { database } = services
  const viewOf = async (personId: string, book: LorebookRow) =>
    lorebookView(book, await selectUses(database, personId, book.id))
  return {
    list: async (_input, { identity: { personId } }) => {
      const [books, uses] = [await selectLorebooks(database, personId), await selectUses(database, personId, null)]
      return { list: books.map((book) => lorebookView(book, uses)) }
    },
    get: async ({ query }, { identity: { personId } }) => {
      const book = await findBook(services, personId, query.id)
      return { ...(await viewOf(personId, book)), content: JSON.parse(book.content) }
    },
    save: async ({ body }, { identity: { personId } }) =>
      viewOf(personId, await saveLorebook(services, personId, body)),
    delete: async ({ body }, { identity: { personId } }) => {
      await deleteLorebook(services, personId, body.id)
      return {}
    },
    export: async ({ query }, { identity: { personId } }) =>
      exportFile(await findBook(services, personId, query.id), query.format),
  }
}

async function findBook({ database }: LorebookServices, personId: string, id: string) {
  const book = await selectLorebook(database, personId, id)
  if (!book) throw new AppError('NotFound')
  return book
}

function lorebookView(book: LorebookRow, uses: readonly LorebookUse[]): ApiData<'POST /api/lorebook/save'> {
  const usedBy = (kind: LorebookUse['kind']) =>
    uses.filter((use) => use.lorebookId === book.id && use.kind === kind).map(({ id, name }) => ({ id, name }))
  return {
    id: book.id,
    name: book.name,
    entries: book.entries,
    bytes: book.bytes,
    rev: book.rev,
    all_chats: book.allChats,
    personas: usedBy('persona'),
    chats: usedBy('chat'),
    updated_at: book.updatedAt.toISOString(),
  }
}

function exportFile(book: LorebookRow & { content: string }, format: 'v3' | 'sillytavern'): FileReply {
  const content: JsonObject = { ...JSON.parse(book.content), name: book.name }
  const file = format === 'v3' ? serializeLorebook(content) : toSillyTavern(content)
  return jsonFile(toFileName(book.name, 'lorebook'), file)
}
