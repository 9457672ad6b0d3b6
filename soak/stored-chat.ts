import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from '@everkin/contract/types.ts'
import type { SignedIn } from './sign-in.ts'

const MAX_SETTLE_MS = 10_000

/** The whole active path, once nothing is streaming; a reply left over from a kill must be ended within 10 s. */
export async function settledMessages(origin: string, person: SignedIn): Promise<Message[]> {
  const started = performance.now()
  for (;;) {
    const messages = await allMessages(origin, person)
    const isSettled =
      messages.every((message) => message.status !== 'streaming') && messages.at(-1)?.role === 'character'
    if (isSettled || performance.now() - started > MAX_SETTLE_MS) return messages
    await sleep(200)
  }
}

async function allMessages(origin: string, person: SignedIn): Promise<Message[]> {
  let list: Message[] = []
  for (let before: number | null = null; ; ) {
    const query: string = before === null ? '' : `&before_seq=${before}`
    const reply = await fetch(`${origin}/api/chat/getMessages?limit=100&chat_id=${person.chatId}${query}`, {
      headers: person.headers,
    })
    const { data } = (await reply.json()) as { data: { list: Message[]; has_more: boolean } } // the contract's reply
    list = [...data.list, ...list]
    if (!data.has_more) return list
    before = data.list[0]!.seq
  }
}

/** The problems of a chat, in words; empty if there are none. */
export function findLostMessages(
  messages: readonly Message[],
  promised: readonly { clientId: string; text: string }[],
): string[] {
  const findings: string[] = []
  const byClientId = new Map<string, Message[]>()
  for (const message of messages) {
    if (message.client_id) byClientId.set(message.client_id, [...(byClientId.get(message.client_id) ?? []), message])
    if (message.status === 'streaming') findings.push(`message ${message.seq} is still streaming`)
  }
  for (const { clientId, text } of promised) {
    const found = byClientId.get(clientId) ?? []
    if (found.length !== 1) findings.push(`"${text}" is there ${found.length} times`)
    else if (found[0]!.text !== text) findings.push(`"${text}" was changed`)
  }
  const whole = messages
    .filter((message) => message.role === 'character' && message.status === 'complete')
    .map((message) => message.text)
  for (const message of messages) {
    if (message.role !== 'character' || message.status !== 'failed' || message.seq <= 3) continue
    if (whole.length > 0 && !whole.some((text) => text.startsWith(message.text)))
      findings.push(`message ${message.seq} is no beginning of what the model said`)
  }
  const seqs = messages.map((message) => message.seq)
  if (seqs.some((seq, i) => i > 0 && seq <= seqs[i - 1]!)) findings.push('the order is broken')
  return findings
}
