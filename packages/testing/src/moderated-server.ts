import { randomUUID } from 'node:crypto'
import type { ModerationModel } from '@everkin/server/modules/safety/moderation/moderation-model.ts'
import { openModerationModel } from '@everkin/server/providers/moderation-model/choose.ts'
import { createFakeTextModel, type FakeReply } from '@everkin/server/providers/text-model/fake.ts'
import { createCachedImageReencoder, createFakeImageModel } from './fake-image-model.ts'
import type { RealtimeClient } from './realtime-client.ts'
import { type ModerationBehaviour, startModerationServer } from './servers/moderation-server.ts'
import { startTestServer } from './test-server.ts'

/** What the moderation server flags; none of it is a cue of the local rules. */
export const MARKER = '[[flagged]]'

/** The ways to give no verdict. */
export const FAULTS: ModerationBehaviour[] = [
  { mode: 'status', status: 500 },
  { mode: 'status', status: 429 },
  { mode: 'body', body: {} },
  { mode: 'cut' },
  { mode: 'silent' },
]

/** A server with a moderation model, which a test can take away, and a scripted text model. */
export async function startModeratedServer() {
  const moderation = await startModerationServer()
  moderation.flag(MARKER, 'sexual/minors')
  /** The time of the circuit breaker. */
  let nowMs = 0
  let reply: FakeReply = { parts: ['Hello.'] }
  const images = { ...createFakeImageModel(), kind: 'openai_compatible' as const }
  const model = openModerationModel({ baseUrl: moderation.url, apiKey: null, name: null }, 'auto', () => nowMs)
  const server = await startTestServer({
    images,
    reencodeImage: createCachedImageReencoder(),
    model: createFakeTextModel({ reply: () => reply }),
    moderation: impatient(model),
    settings: { NSFW_ENABLED: 'on', ADMIN_EMAILS: 'operator@example.org' },
  })
  return {
    server,
    moderation,
    images,
    replyWith: (next: FakeReply) => {
      reply = next
    },
    /** Ends the outage before: the breaker lets a call through, which succeeds. */
    recover: async () => {
      moderation.behave({ mode: 'normal' })
      nowMs += 60_000
      await server.context.moderator.checkText('Good evening.', { surface: 'report', ref: null })
      if (server.context.moderator.state() !== 'ok') throw new Error('the moderation model has not recovered')
    },
    runJob: async (name: string) => {
      const job = server.context.modules.recurringJobs().find((one) => one.name === name)
      await job?.run(new AbortController().signal)
    },
    verdicts: (surface: string) =>
      server.context.database.query<{ verdict: string; model: string | null }>(
        'select verdict, model from safety_verdict where surface = $1 order by id desc limit 1',
        [surface],
      ),
    end: async () => {
      await server.end()
      await moderation.close()
    },
  }
}

export type ModeratedServer = Awaited<ReturnType<typeof startModeratedServer>>

/** Sends a message: null once it is stored, else the refusal. */
export async function say(socket: RealtimeClient, chatId: string, text: string) {
  const clientId = randomUUID()
  socket.send({ type: 'message.send', chat_id: chatId, client_id: clientId, text })
  const acked = socket.next('ack', ({ client_id }) => client_id === clientId).then(() => null)
  const refused = socket.next('nack', ({ client_id }) => client_id === clientId)
  return Promise.race([acked, refused])
}

/** Makes the model give up on a silent server sooner. */
function impatient(model: ModerationModel): ModerationModel {
  return {
    get name() {
      return model.name
    },
    get isReachable() {
      return model.isReachable
    },
    findProblems: (input, signal) => model.findProblems(input, AbortSignal.any([signal, AbortSignal.timeout(1_000)])),
  }
}
