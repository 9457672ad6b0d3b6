import type { Record } from './record.ts'
import { REPLY_WORDS } from './site.ts'
import type { StoredMessage, StoredMessages } from './stored-messages.ts'

/**
 * What is wrong with the stored messages, in words: nothing that was told may be lost, doubled, changed or out of order
 * (DUR-01, DUR-04, DUR-06), and everything that is written must be answered once.
 */
export function verifyMessages(
  stored: StoredMessages,
  record: Record,
  isRefunded: (chargeKey: string) => boolean,
): string[] {
  return [
    ...verifyWritten(stored, record),
    ...verifyOrder(stored, record),
    ...verifyTold(stored, record),
    ...verifyDeletions(stored, record),
    ...verifyAnswers(stored, record, isRefunded),
    ...verifyReplies(stored, record),
  ]
}

/** Each acknowledged message is there once, with its text or one that its writer gave it later. */
function verifyWritten(stored: StoredMessages, record: Record): string[] {
  const byClientId = Map.groupBy(
    stored.all.filter(({ clientId }) => clientId !== null),
    ({ clientId }) => clientId,
  )
  return [...record.written].flatMap(([clientId, { text, acknowledgedAs, chatId }]) => {
    const found = byClientId.get(clientId) ?? []
    if (acknowledgedAs === null) return [`"${text}" was never acknowledged`]
    if (found.length !== 1) return [`"${text}" is stored ${found.length} times`]
    const message = found[0]! // just counted
    if (message.id !== acknowledgedAs || message.chatId !== chatId)
      return [`"${text}" was acknowledged as ${acknowledgedAs} and is ${message.id}`]
    const isText = message.text === text || (record.edits.get(message.id)?.has(message.text) ?? false)
    return message.deleted || isText ? [] : [`"${text}" was changed to "${message.text}"`]
  })
}

/** What was written on a device is stored in the order of writing. */
function verifyOrder(stored: StoredMessages, record: Record): string[] {
  const written = [...record.written.values()]
  const byPlace = Map.groupBy(written, ({ device, chatId }) => `${device} in ${chatId}`)
  return [...byPlace].flatMap(([place, list]) => {
    const seqs = list.flatMap(({ acknowledgedAs }) => stored.find(acknowledgedAs ?? '')?.seq ?? [])
    const isOrdered = seqs.every((seq, at) => at === 0 || seq > seqs[at - 1]!)
    return isOrdered ? [] : [`what ${place} has written is out of order`]
  })
}

/** What a device was told is still so, unless a newer revision says otherwise. */
function verifyTold(stored: StoredMessages, record: Record): string[] {
  return [...record.told.values()].flatMap((told) => {
    const message = stored.find(told.id)
    if (!message) return [`message ${told.id} was told and does not exist`]
    if (message.rev < told.rev) return [`message ${told.id} was told at revision ${told.rev} and is at ${message.rev}`]
    if (message.rev === told.rev && !message.deleted && message.text !== told.text)
      return [`message ${told.id} was told as "${told.text}" and is "${message.text}"`]
    return []
  })
}

/** Nothing is deleted but what a person wanted to delete, and what follows it. */
function verifyDeletions(stored: StoredMessages, { deletions }: Record): string[] {
  return stored.all
    .filter(({ deleted }) => deleted)
    .flatMap((message) => {
      const isWanted = stored.pathTo(message).some(({ id }) => deletions.has(id))
      return isWanted ? [] : [`message ${message.id} was deleted, and nobody wanted that`]
    })
}

/** A person's message has one reply, and as many more as were wanted; none is left waiting. */
function verifyAnswers(stored: StoredMessages, record: Record, isRefunded: (key: string) => boolean): string[] {
  return stored.all.flatMap((message) => {
    const children = stored.childrenOf(message)
    const replies = children.filter(({ role }) => role === 'character')
    const findings: string[] = []
    const wanted = record.regenerations.get(message.id) ?? 0
    if (message.role === 'character') {
      const isGreeting = !isAnswer(stored, message)
      if (message.chatType === 'single' && !isGreeting && replies.length > wanted)
        findings.push(`reply ${message.id} has a reply`)
      return findings
    }
    if (replies.length > wanted + 1)
      findings.push(`message ${message.id} has ${replies.length} replies, of which ${wanted + 1} were wanted`)
    if (message.deleted) return findings
    if (message.awaitsReply) findings.push(`message ${message.id} still waits for its reply`)
    // A message that was dropped from the queue costs nothing.
    if (children.length === 0 && !isRefunded(message.chargeKey ?? ''))
      findings.push(`message ${message.id} was never answered`)
    return findings
  })
}

/** Greetings answer nobody. */
function isAnswer(stored: StoredMessages, message: StoredMessage): boolean {
  return stored.pathTo(message).some(({ role }) => role === 'user')
}

/**
 * A complete reply is a whole answer of the model, which no other reply has; any other one is the beginning of an answer.
 * What devices received of a complete reply is what is stored (REC-03).
 */
function verifyReplies(stored: StoredMessages, record: Record): string[] {
  const findings: string[] = []
  const replyByAnswer = new Map<string, string>()
  for (const message of stored.all) {
    if (message.role !== 'character' || message.deleted || !isAnswer(stored, message)) continue
    const { id, status, text } = message
    if (status === 'streaming') findings.push(`reply ${id} is still being written`)
    if (record.edits.has(id)) continue
    const answer = /^n(\d+)\./.exec(text)?.[1]
    if (answer === undefined) {
      if (text !== '' || status === 'complete') findings.push(`reply ${id} (${status}) says "${text}"`)
      continue
    }
    const whole = Array.from({ length: REPLY_WORDS }, (_, at) => `n${answer}.${at + 1}`).join(' ')
    const isRight = status === 'complete' ? text.trim() === whole : `${whole} `.startsWith(text)
    if (!isRight) findings.push(`reply ${id} (${status}) is not an answer of the model: "${text}"`)
    const other = replyByAnswer.get(answer)
    if (other) findings.push(`replies ${other} and ${id} are the same answer`)
    replyByAnswer.set(answer, id)
    if (status !== 'complete') continue
    for (const piece of record.pieces.get(id) ?? [])
      if (!text.startsWith(piece.text.trimEnd(), piece.offset))
        findings.push(`reply ${id} was streamed with "${piece.text}" at ${piece.offset}, and is "${text}"`)
  }
  return findings
}
