import { yieldIfDue } from '../../../platform/event-loop.ts'
import type { TreePlace } from '../rules.ts'
import { appendSkipPointers, type SkipPointers } from '../store/skip-pointers.ts'
import type { FileMessage } from './parse-chat-file.ts'

/** A variant of a message at its place in the new tree. */
export interface PlacedMessage extends TreePlace {
  parentSeq: number
  role: FileMessage['role']
  speakerId: string | null
  text: string
  createdAt: Date
}

/** A message with resolved speaker and time. */
export type ResolvedMessage = Pick<FileMessage, 'role' | 'versions' | 'shown'> & {
  speakerId: string | null
  createdAt: Date
}

/** Makes a tree of a linear list of messages: variants are siblings, and the next message follows the shown one. */
export async function placeMessages(
  messages: readonly ResolvedMessage[],
): Promise<{ rows: PlacedMessage[]; leafSeq: number }> {
  const rows: PlacedMessage[] = []
  let path: SkipPointers = []
  for (const { versions, shown, ...message } of messages) {
    await yieldIfDue()
    const above = path
    const parentSeq = above[0]?.seq ?? 0
    for (const [index, text] of versions.entries()) {
      const skipPointers = appendSkipPointers(above, rows.length + 1)
      const [place] = skipPointers
      if (!place) throw new Error('skip pointers without their own place')
      rows.push({ ...place, parentSeq, ...message, text })
      if (index === shown) path = skipPointers
    }
  }
  return { rows, leafSeq: path[0]?.seq ?? 0 }
}
