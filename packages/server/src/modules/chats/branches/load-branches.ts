import type { TreeNode } from '@everkin/contract/http/chat-tools.ts'
import { truncateText } from '@everkin/contract/truncate-text.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { CardForChat } from '../../characters/module.ts'
import { speakerOf } from '../context/views.ts'
import { plainLine } from '../search/snippet.ts'
import type { ChatRow } from '../store/chat-store.ts'
import { messageId } from '../store/message-id.ts'
import { findOnPath } from '../store/message-path.ts'
import { buildOutline, firstDeletedSeqs, runStarts } from './branch-outline.ts'
import { findBranchStarts, findDeletedSeqs, findNodeRows } from './branch-store.ts'

/** Number of characters of a message that its node shows. */
const EXCERPT_LENGTH = 160

/** Number of characters that are read for them: the first words may follow a long stage direction. */
const SOURCE_LENGTH = 1_000

/**
 * A page of a chat's branches in message order: the newest `limit` nodes, or those before a number. The cost depends on
 * the number of branches, not of messages.
 */
export async function loadBranches(
  db: Queryable,
  chat: ChatRow,
  card: CardForChat,
  page: { beforeSeq: number | null; limit: number },
): Promise<{ list: TreeNode[]; has_more: boolean; branches: number; rev: number }> {
  const branchStarts = await findBranchStarts(db, chat.id)
  const lastSeq = chat.nextSeq - 1
  const firstDeleted = firstDeletedSeqs(runStarts(branchStarts, lastSeq), await findDeletedSeqs(db, chat.id))
  const outline = buildOutline(branchStarts, lastSeq, firstDeleted, chat.leafSeq)
  const before = outline.seqs.filter((seq) => page.beforeSeq === null || seq < page.beforeSeq)
  const seqs = before.slice(-page.limit)
  const rows = new Map((await findNodeRows(db, chat.id, seqs, SOURCE_LENGTH)).map((row) => [row.seq, row]))
  const onPath = new Set(await findOnPath(db, chat.id, chat.leafSeq, seqs))
  const list = seqs.flatMap((seq): TreeNode[] => {
    const row = rows.get(seq)
    if (!row) return []
    const { above, between, follow, isEnd, version } = outline.node(seq)
    return [
      {
        message_id: messageId(chat.id, seq),
        seq,
        above: above === 0 ? null : messageId(chat.id, above),
        between,
        role: row.role,
        speaker_name: row.role === 'user' ? null : (speakerOf(row.speakerId, card)?.name ?? null),
        text: firstWords(row.text),
        created_at: row.createdAt.toISOString(),
        version,
        follow,
        on_path: onPath.has(seq),
        is_here: seq === chat.leafSeq,
        is_end: isEnd,
      },
    ]
  })
  return { list, has_more: seqs.length < before.length, branches: outline.ends, rev: chat.rev }
}

/** Stage directions before anything is said, marked as *text* or _text_. */
const LEADING_ACTIONS = /^(?:\s*(?:\*(?!\*)[^*]+\*(?!\*)|_(?!_)[^_]+_(?![\p{L}\p{N}_])))+/u

/**
 * The first words of a message as one line. Versions of a reply often begin with the same stage direction, so it is
 * left out where something is said after it.
 */
function firstWords(text: string): string {
  const said = text.replace(LEADING_ACTIONS, '')
  const isSpoken = /[\p{L}\p{N}]/u.test(said)
  return truncateText(plainLine(isSpoken ? said : text), EXCERPT_LENGTH).trimEnd()
}
