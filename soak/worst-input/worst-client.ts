import { operations } from '@everkin/contract/http/all.ts'
import type { Operation } from '@everkin/contract/operation.ts'
import type { ClientFrame } from '@everkin/contract/types.ts'
import { RealtimeClient } from '@everkin/testing/realtime-client.ts'
import type { Mailbox } from '@everkin/testing/servers/mailbox.ts'

/** Every operation of the contract. */
export const ALL_OPERATIONS: readonly Operation[] = Object.values(operations).flatMap((group): Operation[] =>
  Object.values(group),
)

/** A reply of the server, as far as it is read here. */
interface Reply {
  status: number
  /** Null for a file. */
  code: number | null
  data: {
    id?: string
    challenge?: string
    token?: string
    secret?: string
    list?: { id: string }[]
    facts?: { id: string }[]
    chat?: { id: string }
  }
}

/** A signed-in adult person and their requests. */
export interface WorstClient {
  call(call: string, input?: { query?: Record<string, unknown>; body?: unknown }): Promise<Reply>
  upload(call: string, fields: Record<string, string>, file: Uint8Array): Promise<Reply>
  /** Sends a frame and waits for the answer. @throws Error without one. */
  frame(frame: ClientFrame, until: string): Promise<void>
  /** The longest pauses so far, in milliseconds, by operation. */
  pauses(): Promise<Map<string, number>>
}

const FRAME_TIMEOUT_MS = 20_000

/** Signs in with the server at `origin`, which sends its mail to `mailbox`. */
export async function signInWorstClient(origin: string, mailbox: Mailbox, email: string): Promise<WorstClient> {
  const headers: Record<string, string> = { platform: '1' }
  const read = async (response: Response): Promise<Reply> => {
    const text = await response.text()
    if (!response.headers.get('content-type')?.startsWith('application/json'))
      return { status: response.status, code: null, data: {} }
    const { code, data } = JSON.parse(text) as Partial<Reply> // the envelope, or a file that is JSON
    return { status: response.status, code: code ?? null, data: data ?? {} }
  }
  const client: WorstClient = {
    async call(call, { query = {}, body } = {}) {
      const [method = 'GET', path = ''] = call.split(' ')
      const url = new URL(path, origin)
      for (const [name, value] of Object.entries(query))
        if (value !== undefined) url.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value))
      const isPost = method === 'POST'
      return read(
        await fetch(url, {
          method,
          headers: { ...headers, ...(isPost && { 'content-type': 'application/json' }) },
          ...(isPost && { body: JSON.stringify(body ?? {}) }),
        }),
      )
    },
    async upload(call, fields, file) {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      form.append('file', new Blob([new Uint8Array(file)]), 'file')
      return read(await fetch(new URL(call.split(' ')[1] ?? '', origin), { method: 'POST', headers, body: form }))
    },
    async frame(frame, until) {
      const socket = new RealtimeClient(`${origin.replace('http', 'ws')}/ws?token=${headers['user-token']}`, headers)
      const seen = () => socket.frames.some(({ type }) => type === until || type === 'error' || type === 'nack')
      try {
        for (let waited = 0; !socket.isOpen() && waited < FRAME_TIMEOUT_MS; waited += 20) await sleep(20)
        socket.send(frame)
        for (let waited = 0; !seen() && waited < FRAME_TIMEOUT_MS; waited += 20) await sleep(20)
        if (!seen()) throw new Error(`no answer to ${frame.type} within ${FRAME_TIMEOUT_MS} ms`)
      } finally {
        socket.close()
      }
    },
    async pauses() {
      const text = await (await fetch(`${origin}/metrics`)).text()
      const lines = text.matchAll(/^everkin_event_loop_longest_pause_seconds\{operation="([^"]+)"\} (\S+)$/gm)
      return new Map([...lines].map(([, operation = '', seconds = '0']) => [operation, Number(seconds) * 1000]))
    },
  }
  const { challenge } = (await client.call('POST /api/account/sendCode', { body: { email } })).data
  const code = await mailbox.codeFor(email)
  const { data } = await client.call('POST /api/account/emailLogin', { body: { email, code, challenge } })
  if (!data.token) throw new Error('signing in failed')
  headers['user-token'] = data.token
  headers.authorization = `Bearer ${data.secret ?? ''}`
  await client.call('POST /api/user/profile', { body: { nickname: 'Mara', gender: null, age_scope: 3 } })
  return client
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
