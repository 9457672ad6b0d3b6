import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setNetworkErrorMessage } from './api-error.ts'
import { downloadFile, streamFile } from './download.ts'
import { streamEvents } from './stream.ts'
import { uploadFile } from './upload.ts'

const { signal } = new AbortController()

/** Stubs the browser and a server that gives one response; returns the list of sent calls. */
function browser(reply: () => Response | Promise<Response>): string[] {
  const sent: string[] = []
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: 'en' } })
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    sent.push(`${method} ${url}`)
    return reply()
  })
  return sent
}

/** A body in these chunks, which then ends or breaks off. */
function bodyOf(parts: string[], breaks = false): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const left = [...parts]
  return new ReadableStream({
    pull(controller) {
      const part = left.shift()
      if (part !== undefined) controller.enqueue(encoder.encode(part))
      else if (breaks) controller.error(new TypeError('network error'))
      else controller.close()
    },
  })
}

const tooMany = () => Response.json({ code: 1005, msg: 'Wait a little.', data: { retry_after: 9 } }, { status: 429 })

beforeEach(() => setNetworkErrorMessage('No connection'))
afterEach(() => vi.unstubAllGlobals())

describe('downloadFile', () => {
  it('returns the complete file with its name, and reports progress', async () => {
    const headers = { 'content-type': 'application/zip', 'content-disposition': 'attachment; filename="copy.zip"' }
    const sent = browser(() => new Response(bodyOf(['abc', 'de']), { headers }))
    const progress: number[] = []
    const file = await downloadFile('GET /api/chat/exportChat', {
      query: { chat_id: 'c', format: 'json', scope: undefined },
      signal,
      onBytes: (bytes) => progress.push(bytes),
    })
    expect(sent).toEqual(['GET /api/chat/exportChat?chat_id=c&format=json'])
    expect(await file.blob.text()).toBe('abcde')
    expect(file).toMatchObject({ name: 'copy.zip', blob: { type: 'application/zip' } })
    expect(progress).toEqual([3, 5])
  })

  it('throws the server’s error, and Network for an incomplete file', async () => {
    browser(tooMany)
    const refused = downloadFile('GET /api/account/export', { signal })
    await expect(refused).rejects.toMatchObject({ name: 'TooManyRequests', data: { retry_after: 9 } })
    browser(() => new Response(bodyOf(['abc'], true)))
    await expect(downloadFile('GET /api/account/export', { signal })).rejects.toMatchObject({ name: 'Network' })
  })

  it('rejects with the signal’s reason when it is aborted', async () => {
    const controller = new AbortController()
    browser(() => {
      controller.abort('left')
      return Promise.reject(controller.signal.reason)
    })
    await expect(downloadFile('GET /api/account/export', { signal: controller.signal })).rejects.toBe('left')
  })
})

describe('streamFile', () => {
  const open = () => streamFile('GET /api/chat/getStreamAudio', 'audio/mpeg', { query: { message_id: 'm' }, signal })

  it('returns a body of the expected type, and throws for others', async () => {
    browser(() => new Response(bodyOf(['mp3']), { headers: { 'content-type': 'audio/mpeg' } }))
    expect(await new Response(await open()).text()).toBe('mp3')
    browser(() => new Response('<html>', { headers: { 'content-type': 'text/html' } }))
    await expect(open()).rejects.toMatchObject({ name: 'Network' })
    browser(tooMany)
    await expect(open()).rejects.toMatchObject({ name: 'TooManyRequests', message: 'Wait a little.' })
  })
})

describe('streamEvents', () => {
  const EVENTS = { 'content-type': 'text/event-stream; charset=utf-8' }
  const event = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`

  async function collect(): Promise<unknown[]> {
    const events: unknown[] = []
    for await (const each of streamEvents('POST /api/chat.Single/create', { prompt: 'a witch' }, signal)) {
      events.push(each)
    }
    return events
  }

  it('yields events as they arrive, however they are split into chunks', async () => {
    const field = { type: 'field', field: 'name', text: 'Ilse' }
    const whole = event(field) + event({ ...field, text: '…' })
    browser(() => new Response(bodyOf([whole.slice(0, 12), whole.slice(12)]), { headers: EVENTS }))
    expect(await collect()).toEqual([field, { ...field, text: '…' }])
  })

  it('throws for an error event, for another response, and for a stream that breaks off', async () => {
    const error = event({ type: 'error', code: 1011, msg: 'Not this.', data: { category: 'threat' } })
    browser(() => new Response(bodyOf([error]), { headers: EVENTS }))
    await expect(collect()).rejects.toMatchObject({ name: 'SafetyStop', data: { category: 'threat' } })
    browser(tooMany)
    await expect(collect()).rejects.toMatchObject({ name: 'TooManyRequests' })
    browser(() => new Response(bodyOf([event({ type: 'field', field: 'name', text: 'I' })], true), { headers: EVENTS }))
    await expect(collect()).rejects.toMatchObject({ name: 'Network' })
  })
})

describe('uploadFile', () => {
  /** Stubs an XMLHttpRequest that gets a response at once. */
  function answer(response: unknown) {
    const sent: { line: string; form: [string, unknown][] }[] = []
    vi.stubGlobal('document', { cookie: '', documentElement: { lang: 'en' } })
    vi.stubGlobal(
      'XMLHttpRequest',
      class {
        line = ''
        upload = {}
        response = response
        onload?: () => void
        onloadend?: () => void
        open(method: string, url: string) {
          this.line = `${method} ${url}`
        }
        setRequestHeader() {}
        send(form: FormData) {
          sent.push({ line: this.line, form: [...form.entries()] })
          this.onload?.()
          this.onloadend?.()
        }
      },
    )
    return sent
  }
  const file = new Blob(['x'])

  it('sends the defined fields before the file, and returns the data', async () => {
    const sent = answer({ code: 1, msg: '', data: { id: 'u1' } })
    const done = await uploadFile('POST /api/common/upload', { file, poster: undefined, purpose: 'card' })
    expect(done).toEqual({ id: 'u1' })
    expect(sent[0]?.line).toBe('POST /api/common/upload')
    expect(sent[0]?.form.map(([name]) => name)).toEqual(['purpose', 'file'])
  })

  it('throws the server’s error, and Network for a response that is not from our server', async () => {
    const upload = () => uploadFile('POST /api/chat.Single/importCard', { file })
    answer({ code: 1007, msg: 'Not this kind.', data: { accepted: ['PNG'] } })
    await expect(upload()).rejects.toMatchObject({ name: 'FileType', data: { accepted: ['PNG'] } })
    answer(null)
    await expect(upload()).rejects.toMatchObject({ name: 'Network', message: 'No connection' })
  })
})
