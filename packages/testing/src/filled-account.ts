import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { createSoftwareAuthenticator } from './software-authenticator.ts'
import type { TestPerson, TestServer } from './test-server.ts'

/** A preset that sets nothing, without its name. */
export const EMPTY_PRESET = {
  samplers: {
    temperature: null,
    top_p: null,
    top_k: null,
    min_p: null,
    repetition_penalty: null,
    frequency_penalty: null,
    presence_penalty: null,
    seed: null,
  },
  stop: [],
  max_reply_tokens: null,
  context_tokens: null,
  reasoning: null,
}

/** The ids of one person's things: one of each kind. */
export interface FilledAccount {
  person: TestPerson
  personId: string
  sessionId: string
  /** A public card whose definition is hidden. */
  cardId: string
  /** A group of two library characters. */
  groupId: string
  draftId: string
  personaId: string
  presetId: string
  lorebookId: string
  chatId: string
  messageId: string
  ownMessageId: string
  groupChatId: string
  factId: string
  /** A chat with a library character, what was said in it, and a locked picture of its album. */
  libraryChatId: string
  libraryReplyId: string
  libraryMessageId: string
  lockedId: string
  orderId: string
  paidOrderId: string
  taskId: string
  imageId: string
  invitationCode: string
  passkeyId: string
}

/** The text in everything of this account that only its owner may read. */
export const secretOf = (name: string) => `canary-${name}-secret`

/** Sends a file to an upload operation, and returns the envelope with its status. */
export async function sendFile(
  server: TestServer,
  headers: Record<string, string>,
  path: string,
  fields: Record<string, string>,
  file: { name: string; bytes: Uint8Array | string },
): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([typeof file.bytes === 'string' ? file.bytes : new Uint8Array(file.bytes)]), file.name)
  return fetch(`${server.origin}${path}`, { method: 'POST', headers, body: form })
}

/** A small picture that no other call returns. */
export async function createTestPicture(): Promise<Uint8Array> {
  const [r, g, b] = randomUUID()
    .split('-')
    .map((part) => Number.parseInt(part.slice(0, 2), 16))
  const background = { r: r ?? 0, g: g ?? 0, b: b ?? 0 }
  return sharp({ create: { width: 24, height: 24, channels: 3, background } })
    .png()
    .toBuffer()
}

/**
 * Signs in a new adult and gives them one of each thing that belongs to people. Their chat is with their own card, or
 * with that of someone else.
 */
export async function fillAccount(server: TestServer, name: string, talksWith?: string): Promise<FilledAccount> {
  const person = await server.signIn(`${name}@example.org`)
  const secret = secretOf(name)
  const character_book = { entries: [{ keys: ['lamp'], content: secret, enabled: true }] }
  const definition = { description: secret, first_mes: 'Good evening.', character_book }
  const card = await person.call('POST /api/chat.Single/saveCard', {
    body: { name: 'Wren', tagline: 'Keeps lamps.', age: 40, visibility: 'public', definition },
  })
  const group = await person.call('POST /api/chat.Multiple/saveCard', {
    body: { name: 'Two', opening: 'Rain.', member_ids: ['kenji', 'bram'], visibility: 'private' },
  })
  const draft = await person.call('POST /api/editor/saveDraft', {
    body: { type: 'single', content: { name: secret } },
  })
  const preset = await person.call('POST /api/preset/save', { body: { ...EMPTY_PRESET, name: secret } })
  const persona = await person.call('POST /api/user/savePersona', { body: { name: 'Robin', description: secret } })
  const chatId = await person.startChat(talksWith ?? card.data.id)
  const groupChat = await person.call('POST /api/chat/start', { body: { group_id: group.data.id } })
  const live = await person.connect()
  const replyIn = async (chat_id: string): Promise<string> => {
    live.send({ type: 'message.send', chat_id, client_id: randomUUID(), text: secret })
    return (await live.next('message.completed', ({ message }) => message.chat_id === chat_id)).message.id
  }
  const messageId = await replyIn(chatId)
  const facts = [{ text: secret, pinned: true }]
  const memory = await person.call('POST /api/chat/saveMemory', { body: { chat_id: chatId, facts } })
  const libraryChatId = await person.startChat('kenji')
  const libraryReplyId = await replyIn(libraryChatId)
  live.close()
  const locked = await person.call('GET /api/chat/getLockImage', { query: { chat_id: libraryChatId } })
  const order = async () => {
    const body = { product_id: 'coins-100', idempotency_key: randomUUID() }
    return (await person.call('POST /api/order/create', { body })).data.id
  }
  const paidOrderId = await order()
  await person.call('POST /api/order/payment', {
    body: { order_id: paidOrderId, payment_method: '4242424242424242' },
  })
  const task = await person.call('POST /api/task/create', {
    body: { kind: 'image', prompt: secret, style_id: 'lamplight', idempotency_key: randomUUID() },
  })
  await server.context.jobs.runDue()
  const painted = await person.call('GET /api/task/getTaskInfo', { query: { id: task.data.id } })
  const invitation = await person.call('POST /api/invitation/create', { body: { card_id: 'ilse' } })
  const sessions = await person.call('GET /api/account/sessions')
  const authenticator = createSoftwareAuthenticator(new URL(server.context.siteUrl()).origin)
  const passkeyOptions = await person.call('POST /api/account/passkeyOptions')
  const passkey = await person.call('POST /api/account/addPasskey', {
    body: { passkey: authenticator.create(passkeyOptions.data) },
  })
  const lorebook = await person.call('POST /api/lorebook/save', {
    body: { name: secret, content: { entries: [{ keys: ['lamp'], content: secret }] } },
  })
  const account = {
    person,
    personId: person.user.id,
    sessionId: sessions.data[0]?.id ?? '',
    cardId: card.data.id,
    groupId: group.data.id,
    draftId: draft.data.id,
    personaId: persona.data.id,
    presetId: preset.data.id,
    lorebookId: lorebook.data.id,
    chatId,
    messageId,
    ownMessageId: before(messageId),
    groupChatId: groupChat.data.id,
    factId: memory.data.facts[0]?.id ?? '',
    libraryChatId,
    libraryReplyId,
    libraryMessageId: before(libraryReplyId),
    lockedId: locked.data[0]?.id ?? '',
    orderId: await order(),
    paidOrderId,
    taskId: task.data.id,
    imageId: painted.data.images[0]?.id ?? '',
    invitationCode: invitation.data.code,
    passkeyId: passkey.data.id,
  }
  const missing = Object.entries(account).filter(([, value]) => value === '' || value === undefined)
  if (missing.length > 0) throw new Error(`an account without ${missing.map(([key]) => key).join(', ')}`)
  return account
}

/** The id of the message that was stored before this one. */
function before(messageId: string): string {
  const at = messageId.lastIndexOf('-') + 1
  return `${messageId.slice(0, at)}${Number(messageId.slice(at)) - 1}`
}

/** Every id of the account, for requests of others about what is not theirs. */
export function idsOf(account: FilledAccount): string[] {
  return Object.values(account).filter((value) => typeof value === 'string')
}
