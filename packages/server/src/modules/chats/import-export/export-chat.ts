import { AppError } from '../../../platform/app-error.ts'
import { HOUR_MS } from '../../../platform/durations.ts'
import type { SignedInCaller } from '../../../platform/http/caller.ts'
import type { FileReply } from '../../../platform/http/stream-reply.ts'
import { loadPerson } from '../../accounts/module.ts'
import { loadWholeTree } from '../list/export-chats.ts'
import { loadSearchableChats } from '../search/searchable-chats.ts'
import type { ChatServices } from '../services.ts'
import { loadActivePath } from '../store/message-path.ts'
import { writeMarkdown } from './write-markdown.ts'
import { writeTavern } from './write-tavern.ts'

const LIMIT = { max: 60, windowMs: HOUR_MS }

const KINDS = {
  markdown: { extension: 'md', mediaType: 'text/markdown; charset=utf-8' },
  json: { extension: 'json', mediaType: 'application/json; charset=utf-8' },
  jsonl: { extension: 'jsonl', mediaType: 'application/x-ndjson; charset=utf-8' },
} as const

/**
 * Exports a chat as a file. It is generated while it is sent, so its length uses no memory. Markdown contains the
 * active path for reading. JSON contains the active path or every branch, with what the model thought only if asked.
 * JSON lines contain the active path in SillyTavern's format, with variants as swipes.
 * @throws AppError NotFound, TooManyRequests.
 */
export async function exportChat(
  services: ChatServices,
  caller: SignedInCaller,
  input: { chatId: string; format: keyof typeof KINDS; scope: 'path' | 'branches'; hasReasoning: boolean },
): Promise<FileReply> {
  const readable = (await loadSearchableChats(services, caller, [input.chatId])).get(input.chatId)
  const person = await loadPerson(services.database, caller.identity.personId)
  if (!readable || !person) throw new AppError('NotFound')
  await services.limiter.consume(`exportChat:${person.id}`, LIMIT)
  const { chat, card } = readable
  const { extension, mediaType } = KINDS[input.format]
  const isActive = await loadActivePath(services.database, chat)
  const translate = services.texts.translate(caller.locale)
  const from = {
    db: services.database,
    chat,
    card,
    isActive,
    ownName: person.nickname || translate('personal-data.chat.you'),
  }
  const pieces = {
    markdown: () => writeMarkdown(from, translate('personal-data.chat.ai')),
    json: () =>
      loadWholeTree(services.database, {
        ...from,
        hasReasoning: input.hasReasoning,
        memory: services.memory,
        ...(input.scope === 'path' && { isWanted: isActive }),
      }),
    jsonl: () => writeTavern(from),
  }[input.format]()
  const day = services.clock.now().toISOString().slice(0, 10)
  return { name: `everkin-chat-${day}-${chat.id.slice(-6)}.${extension}`, mediaType, pieces: encoded(pieces) }
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const piece of pieces) yield encoder.encode(piece)
}
