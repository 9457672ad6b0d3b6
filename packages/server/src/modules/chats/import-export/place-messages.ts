import { yieldIfDue } from '../../../platform/event-loop.ts'
import { appendSkipPointers, type SkipPointers, type TreePlace } from '../store/skip-pointers.ts'
import type { FileMessage, FileText } from './parse-chat-file.ts'
import type { TreeMessage } from './parse-everkin-chat.ts'

/** A variant of a message at its place in the new tree. */
export interface PlacedMessage extends TreePlace, ResolvedText {
  parentSeq: number
  hidden: boolean
}

/** The messages of a new chat in their order, and the last one of its active path. */
export interface PlacedChat {
  rows: PlacedMessage[]
  leafSeq: number
}

/** A text of a file with its speaker and time, as it is stored. */
export interface ResolvedText extends Pick<FileText, 'role' | 'text' | 'status' | 'isCutOff'> {
  speakerId: string | null
  createdAt: Date
}

/** A message with resolved speakers and times. */
export interface ResolvedMessage extends Pick<FileMessage, 'shown' | 'hidden'> {
  versions: ResolvedText[]
}

/** Makes a tree of a linear list of messages: variants are siblings, and the next message follows the shown one. */
export async function placeMessages(messages: readonly ResolvedMessage[]): Promise<PlacedChat> {
  const rows: PlacedMessage[] = []
  let path: SkipPointers = []
  for (const { versions, shown, hidden } of messages) {
    await yieldIfDue()
    const above = path
    const parentSeq = above[0]?.seq ?? 0
    for (const [index, version] of versions.entries()) {
      const skipPointers = appendSkipPointers(above, rows.length + 1)
      rows.push({ ...firstOf(skipPointers), parentSeq, hidden, ...version })
      if (index === shown) path = skipPointers
    }
  }
  return { rows, leafSeq: path[0]?.seq ?? 0 }
}

/**
 * Numbers the messages of a tree again, without gaps. A message whose parent is missing follows the nearest ancestor
 * that is there, and with none it is a root. `seqs` maps the numbers of the file to the new ones.
 */
export async function placeTree(
  messages: readonly (Pick<TreeMessage, 'seq' | 'parentSeq' | 'isActive' | 'hidden'> & ResolvedText)[],
  parentsOfMissing: ReadonlyMap<number, number>,
): Promise<PlacedChat & { seqs: ReadonlyMap<number, number> }> {
  const rows: PlacedMessage[] = []
  const seqs = new Map<number, number>()
  const pointers: SkipPointers[] = []
  let leafSeq = 0
  for (const { seq: fileSeq, parentSeq: fileParent, isActive, ...message } of messages) {
    await yieldIfDue()
    let parent = fileParent
    while (parent > 0 && !seqs.has(parent)) parent = parentsOfMissing.get(parent) ?? 0
    const parentSeq = seqs.get(parent) ?? 0
    const skipPointers = appendSkipPointers(pointers[parentSeq - 1] ?? [], rows.length + 1)
    pointers.push(skipPointers)
    rows.push({ ...firstOf(skipPointers), parentSeq, ...message })
    seqs.set(fileSeq, rows.length)
    if (isActive) leafSeq = rows.length
  }
  return { rows, leafSeq: leafSeq || rows.length, seqs }
}

function firstOf(skipPointers: SkipPointers): TreePlace {
  const [place] = skipPointers
  if (!place) throw new Error('skip pointers without their own place')
  return place
}
