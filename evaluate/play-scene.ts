import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { enqueueIngest } from '@everkin/server/modules/memory/module.ts'
import type { TextModel } from '@everkin/server/modules/models/module.ts'
import { createTestCard } from '@everkin/testing/card-builders.ts'
import { storeLines } from '@everkin/testing/recall-conversation.ts'
import { createTestClock, type TestClock } from '@everkin/testing/test-clock.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import type { SceneReply } from './judge-by-rules.ts'
import type { EvaluationScene, SceneMaterial } from './scenes.ts'

export interface PlayedScene extends SceneReply {
  firstWordMs: number | null
  totalMs: number
}

/** A server to play scenes on. Its clock is moved on to run the jobs of memory. */
export interface Stage {
  server: TestServer
  clock: TestClock
}

export async function openStage(model: TextModel): Promise<Stage> {
  const clock = createTestClock()
  return { clock, server: await startTestServer({ model, clock, settings: { MESSAGE_PRICE: '0' } }) }
}

/** Turns between a planted promise and the question about it. */
const TURNS_BETWEEN = 200
const MAX_READINGS = 50
const JOB_DELAY_MS = 10_000
/** A slow model may take this long for one reply. */
const REPLY_TIMEOUT_MS = 300_000

/**
 * Plays one scene on a real server, as a new person with new characters: the same prompt, memory, lore and safety rules
 * as for everyone. Returns the reply to its last message.
 * @param preset id of a built-in one, or path of a preset file; null: the model's own settings.
 * @throws Error for a preset that does not exist
 */
export async function playScene(
  { server, clock }: Stage,
  scene: EvaluationScene,
  preset: string | null = null,
): Promise<PlayedScene> {
  const { set } = scene
  const person = await server.signIn(`${scene.id}-${randomUUID().slice(0, 8)}@example.org`)
  await person.call('POST /api/user/profile', { body: { nickname: set.person, gender: null, age_scope: 3 } })
  const character = await storeCharacter(server, set.character)
  const chatId = await startChat(server, person, scene, character)
  if (preset !== null) await choosePreset(person, chatId, preset)
  await tellHistory(server, chatId, character, scene)
  if (scene.planted) await readMemory({ server, clock }, chatId, person.user.id)
  const client = await person.connect({ 'accept-language': set.language })
  try {
    const gotNotice = scene.before === undefined ? null : await sendInDistress(client, chatId, scene.before)
    const from = client.frames.length
    const startedMs = performance.now()
    send(client, chatId, scene.say)
    const isOurs = (frame: { type: string; chat_id?: string | null }) =>
      frame.type === 'message.delta' && frame.chat_id === chatId
    const firstWord = client
      .until(() => client.frames.slice(from).find(isOurs), 'the first word', REPLY_TIMEOUT_MS)
      .then(() => performance.now() - startedMs)
      .catch(() => null)
    const { message } = await client.until(
      () => client.frames.slice(from).find((frame) => frame.type === 'message.completed'),
      'the reply',
      REPLY_TIMEOUT_MS,
    )
    const totalMs = performance.now() - startedMs
    const firstWordMs = message.text === '' ? null : await firstWord
    return { text: message.text, speaker: message.speaker?.name ?? null, gotNotice, firstWordMs, totalMs }
  } finally {
    client.close()
  }
}

type Client = Awaited<ReturnType<TestPerson['connect']>>

function send(client: Client, chatId: string, text: string): string {
  const clientId = randomUUID()
  client.send({ type: 'message.send', chat_id: chatId, client_id: clientId, text })
  return clientId
}

/** Sends a message that gets the help notice instead of a reply. Returns whether the notice came. */
async function sendInDistress(client: Client, chatId: string, text: string): Promise<boolean> {
  const clientId = send(client, chatId, text)
  await client.next('ack', (ack) => ack.client_id === clientId)
  return client
    .next('safety.notice', ({ kind }) => kind === 'crisis' || kind === 'crisis_imminent')
    .then(() => true)
    .catch(() => false)
}

async function storeCharacter(server: TestServer, material: SceneMaterial): Promise<string> {
  const entries = material.lore.map((entry, index) => ({
    ...entry,
    enabled: true,
    insertion_order: index,
    extensions: {},
  }))
  const definition = {
    description: material.description,
    personality: '',
    scenario: '',
    first_mes: material.greeting,
    mes_example: material.example,
    alternate_greetings: [],
    system_prompt: '',
    post_history_instructions: '',
    character_book: entries.length > 0 ? { extensions: {}, entries } : null,
    extensions: {},
  }
  const { name, tagline, greeting } = material
  return createTestCard(server.context.database, { name, tagline, greeting, definition })
}

/** A chat in the scene's language, with the character alone or, for the topic `group`, with both. */
async function startChat(
  server: TestServer,
  person: TestPerson,
  { set, topic }: EvaluationScene,
  character: string,
): Promise<string> {
  const headers = { 'accept-language': set.language }
  const start = async (body: object) => {
    const reply = await person.call('POST /api/chat/start', { body, headers })
    if (reply.code !== 1) throw new Error(`the chat could not be started: ${reply.msg}`)
    return reply.data.id
  }
  if (topic !== 'group') return start({ card_id: character })
  const memberIds = [character, await storeCharacter(server, set.second)]
  return start({
    group_id: await createTestCard(server.context.database, { type: 'multiple', name: set.character.name, memberIds }),
  })
}

async function choosePreset(person: TestPerson, chatId: string, preset: string): Promise<void> {
  let id = preset
  if (preset.endsWith('.json')) {
    const body = { file_name: basename(preset), content: readFileSync(preset, 'utf8') }
    const read = await person.call('POST /api/preset/read', { body })
    if (read.code !== 1) throw new Error(`${preset} is not a preset: ${read.msg}`)
    const saved = await person.call('POST /api/preset/save', { body: { ...read.data.preset, name: basename(preset) } })
    id = saved.data.id
  }
  const chosen = await person.call('POST /api/chat/settings', { body: { chat_id: chatId, preset_id: id } })
  if (chosen.code !== 1) throw new Error(`There is no preset called ${preset}.`)
}

async function tellHistory(
  server: TestServer,
  chatId: string,
  speakerId: string,
  scene: EvaluationScene,
): Promise<void> {
  const { filler } = scene.set
  const between = scene.planted ? Array.from({ length: TURNS_BETWEEN }, (_, turn) => filler[turn % filler.length]!) : []
  const turns = [...(scene.planted ? [scene.planted] : []), ...between, ...scene.history]
  if (turns.length === 0) return
  const lines = turns.flatMap(([said, replied]) => [
    { role: 'user' as const, text: said },
    { role: 'character' as const, text: replied },
  ])
  await storeLines(server.context.database, chatId, speakerId, lines)
}

/** Lets memory read the chat, as it does after replies. */
async function readMemory({ server, clock }: Stage, chatId: string, personId: string): Promise<void> {
  await enqueueIngest(server.context, { chatId, personId })
  for (let done = 1, rounds = 0; done > 0 && rounds < MAX_READINGS; rounds++) {
    clock.advance(JOB_DELAY_MS)
    done = await server.context.jobs.runDue()
  }
}
