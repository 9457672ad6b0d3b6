import type { Queryable } from '../../../platform/db/database.ts'
import { yieldIfDue } from '../../../platform/event-loop.ts'
import { asksIfHuman, claimsToBeHuman } from '../../safety/module.ts'
import { loadPath } from '../store/message-path.ts'
import type { MessageRow } from '../store/message-row.ts'
import type { PathEntry } from '../store/path-cache.ts'

type Said = Pick<PathEntry, 'role' | 'text'>

/** Whether a reply claims to be human to someone who has just asked (H2). A line of the story may sound the same. */
function isHumanClaim(asked: string, reply: string): boolean {
  return asksIfHuman(asked) && claimsToBeHuman(reply)
}

/** Whether a reply claims to be human to the last person who wrote on the path before it. */
export function claimsToBeHumanAfter(path: readonly Said[], reply: string): boolean {
  const asked = path.findLast(({ role }) => role === 'user')
  return asked !== undefined && isHumanClaim(asked.text, reply)
}

/** Whether the newest reply of a conversation claims to be human. */
export function hasClaimedToBeHuman(path: readonly Said[]): boolean {
  const at = path.findLastIndex(({ role }) => role === 'character')
  return claimsToBeHumanAfter(path.slice(0, Math.max(0, at)), path[at]?.text ?? '')
}

/** How many messages before a reply are searched for the question that it answers, where they have to be loaded. */
const MAX_QUESTION_DISTANCE = 8

/**
 * The numbers of the replies among messages of one chat that claim to be human. Queries the database only for one whose
 * question is not among them.
 */
export async function findHumanClaims(db: Queryable, rows: readonly MessageRow[]): Promise<ReadonlySet<number>> {
  const bySeq = new Map(rows.map((row) => [row.seq, row]))
  const claims = new Set<number>()
  for (const row of rows) {
    if (row.role !== 'character' || row.status === 'streaming' || row.restriction) continue
    await yieldIfDue()
    let above = bySeq.get(row.parentSeq)
    let top = row.parentSeq
    while (above && above.role !== 'user') {
      top = above.parentSeq
      above = bySeq.get(top)
    }
    const isClaim = above ? isHumanClaim(above.text, row.text) : await isClaimBelow(db, row, top)
    if (isClaim) claims.add(row.seq)
  }
  return claims
}

/** Whether a reply whose question is at this number or above it claims to be human. */
async function isClaimBelow(db: Queryable, { chatId, text }: MessageRow, seq: number): Promise<boolean> {
  if (seq === 0 || !claimsToBeHuman(text)) return false
  const { rows } = await loadPath(db, chatId, seq, { limit: MAX_QUESTION_DISTANCE })
  return claimsToBeHumanAfter(rows, text)
}
