import type { Queryable } from '../../../platform/db/database.ts'
import { speakerOf } from '../context/views.ts'
import { messagesOf } from '../list/export-chats.ts'
import { findMessagesBySeq } from '../store/message-lists.ts'
import type { MessageRow } from '../store/message-row.ts'
import { findChildren } from '../store/message-tree.ts'
import { saidText } from '../store/said-text.ts'
import {
  NARRATOR_NAME,
  NARRATOR_TYPE,
  noteMetadata,
  type OwnFields,
  type TavernHead,
  type TavernLine,
} from './tavern-format.ts'
import type { ChatToWrite } from './write-markdown.ts'

const PAGE_SIZE = 100

/**
 * A chat's active path as SillyTavern's JSON lines: variants are swipes, narration has its type, hidden messages are
 * marked as SillyTavern marks them, and the author's note is in the first line.
 */
export async function* writeTavern(from: ChatToWrite): AsyncGenerator<string> {
  const { db, chat, card, isActive, ownName } = from
  const head: TavernHead = {
    user_name: ownName,
    character_name: card.name,
    create_date: chat.createdAt.toISOString(),
    chat_metadata: noteMetadata(chat.note),
  }
  yield JSON.stringify(head)
  let page: MessageRow[] = []
  for await (const row of messagesOf(db, chat)) {
    if (!isActive(row.seq) || saidText(row) === '') continue
    page.push(row)
    if (page.length < PAGE_SIZE) continue
    yield* linesOf(from, page)
    page = []
  }
  yield* linesOf(from, page)
  yield '\n'
}

/** What a line, or one of its swipes, has beside its text. `lineName` is the name of the line. */
function extraOf(row: MessageRow, name: string, lineName: string): TavernLine['extra'] {
  const isNarration = row.role !== 'user' && row.speakerId === null
  // A reply that is being written has stopped where the file ends.
  const status = row.status === 'streaming' ? 'stopped' : row.status
  const own: OwnFields = {
    ...(isNarration && row.role === 'character' && { role: 'character' }),
    ...(!isNarration && name !== lineName && { speaker: name }),
    ...(status !== 'complete' && { status }),
    ...(row.isCutOff && { is_cut_off: true }),
  }
  return { ...(isNarration && { type: NARRATOR_TYPE }), ...(Object.keys(own).length > 0 && { everkin: own }) }
}

async function* linesOf({ db, chat, card, ownName }: ChatToWrite, page: readonly MessageRow[]): AsyncGenerator<string> {
  const versions = await versionsOf(db, chat.id, page)
  for (const row of page) {
    const own = versions.get(row.parentSeq)?.filter((other) => other.role === row.role) ?? [row]
    const nameOf = ({ role, speakerId }: MessageRow) =>
      role === 'user' ? ownName : (speakerOf(speakerId, card)?.name ?? NARRATOR_NAME)
    const name = nameOf(row)
    const line: TavernLine = {
      name,
      is_user: row.role === 'user',
      is_system: row.hidden,
      send_date: row.createdAt.toISOString(),
      mes: saidText(row),
      extra: extraOf(row, name, name),
      ...(own.length > 1 && {
        swipe_id: own.findIndex((other) => other.seq === row.seq),
        swipes: own.map(saidText),
        swipe_info: own.map((other) => ({
          send_date: other.createdAt.toISOString(),
          extra: extraOf(other, nameOf(other), name),
        })),
      }),
    }
    yield `\n${JSON.stringify(line)}`
  }
}

/** The finished messages under the parents of a page, in the order they were created. */
async function versionsOf(
  db: Queryable,
  chatId: string,
  page: readonly MessageRow[],
): Promise<Map<number, MessageRow[]>> {
  const children = await findChildren(db, chatId, [...new Set(page.map((row) => row.parentSeq))])
  const byParent = new Map<number, MessageRow[]>()
  const rows = await findMessagesBySeq(
    db,
    chatId,
    children.map((child) => child.seq),
  )
  for (const row of rows) {
    if (saidText(row) === '') continue
    const list = byParent.get(row.parentSeq) ?? []
    if (list.length === 0) byParent.set(row.parentSeq, list)
    list.push(row)
  }
  return byParent
}
