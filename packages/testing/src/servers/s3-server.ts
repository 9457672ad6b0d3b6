import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { S3Settings } from '@everkin/server/platform/storage-setting.ts'

/** How the service behaves: as it should, with 503, not at all, or by breaking off each answer after some bytes. */
type S3Behavior = 'well' | 'fail' | 'away' | { breakOffAfter: number; times: number }

/** An S3 service (s3rver) on a free port of this machine, which checks signatures, behind faults on demand. */
export interface S3Server {
  settings: S3Settings
  /** The settings as environment variables of a server. */
  environment: Record<string, string>
  /** Answered requests, such as `PUT media/…`. */
  requests: string[]
  behave(how: S3Behavior): void
  /** Ends the service and keeps its files; until `resume` every request is broken off. */
  halt(): Promise<void>
  resume(): Promise<void>
  close(): Promise<void>
}

const BUCKET = 'everkin-test'
/** The only account that s3rver knows. */
const KEY = 'S3RVER'

/** Null, with a line on the terminal, where the service is not installed or does not run on this Node. */
export async function startS3Server(directory?: string): Promise<S3Server | null> {
  const folder = directory ?? mkdtempSync(join(tmpdir(), 'everkin-s3-'))
  const remove = () => (directory ? undefined : rmSync(folder, { recursive: true, force: true }))
  let service = await startService(folder).catch(() => null)
  if (!service) {
    remove()
    console.warn('Skipped: tests of S3, because the package @20minutes/s3rver does not run here.')
    return null
  }
  const requests: string[] = []
  let behavior: S3Behavior = 'well'
  const server = createServer((asked, answer) => {
    requests.push(`${asked.method} ${(asked.url ?? '').replace(`/${BUCKET}/`, '').replace(/\?.*$/, '')}`)
    const now = behavior
    if (typeof behavior === 'object' && --behavior.times <= 0) behavior = 'well'
    if (service) handle(service.port, now, asked, answer)
    else asked.socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  const endpoint = `http://127.0.0.1:${port}`
  return {
    settings: {
      bucket: BUCKET,
      prefix: '',
      region: 'us-east-1',
      endpoint,
      isPathStyle: true,
      delivery: 'stream',
      publicEndpoint: endpoint,
      accessKey: KEY,
      secretKey: KEY,
      sessionToken: null,
    },
    environment: {
      STORAGE_URL: `s3://${BUCKET}?endpoint=${encodeURIComponent(endpoint)}`,
      STORAGE_ACCESS_KEY: KEY,
      STORAGE_SECRET_KEY: KEY,
    },
    requests,
    behave: (how) => {
      behavior = how
    },
    halt: async () => {
      const ended = service?.stop()
      service = null
      await ended
    },
    resume: async () => {
      service ??= await startService(folder)
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await service?.stop()
      remove()
    },
  }
}

/** A process of its own, because the service pages its lists with a cipher that OpenSSL has only behind a switch. */
async function startService(directory: string): Promise<{ port: number; stop(): Promise<void> }> {
  const options = { directory, address: '127.0.0.1', port: 0, silent: true, vhostBuckets: false }
  const path = createRequire(import.meta.url).resolve('@20minutes/s3rver')
  const script = `
    const S3rver = require(${JSON.stringify(path)})
    const buckets = [{ name: ${JSON.stringify(BUCKET)}, configs: [] }]
    new S3rver({ ...${JSON.stringify(options)}, configureBuckets: buckets }).run().then(({ port }) => console.log(port))
    process.stdin.resume().on('end', () => process.exit(0))`
  const child = spawn(process.execPath, ['--openssl-legacy-provider', '-e', script], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => resolve(Number(line.toString())))
    void ended.then(() => reject(new Error('the service did not start')))
  })
  return {
    port,
    stop: async () => {
      child.stdin.end()
      await ended
    },
  }
}

function handle(port: number, behavior: S3Behavior, asked: IncomingMessage, answer: ServerResponse): void {
  if (behavior === 'away') return void asked.socket.destroy()
  if (behavior === 'fail') {
    asked.resume()
    return void answer.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
  }
  const { method, url, headers } = asked
  // The same host name, because it is part of the signature.
  const passed = request({ host: '127.0.0.1', port, method, path: url, headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 500, reply.headers)
    if (typeof behavior === 'object') breakOff(reply, answer, behavior.breakOffAfter)
    else reply.pipe(answer)
  })
  passed.on('error', () => asked.socket.destroy())
  asked.pipe(passed)
}

/** Ends the connection once so many bytes of the body have been sent. */
function breakOff(reply: IncomingMessage, answer: ServerResponse, limit: number): void {
  let left = limit
  if (left === 0) return void answer.socket?.destroy()
  reply.on('data', (chunk: Buffer) => {
    if (left <= 0) return
    const allowed = chunk.subarray(0, left)
    left -= allowed.length
    answer.write(allowed, () => left <= 0 && answer.socket?.destroy())
  })
  reply.on('end', () => left > 0 && answer.end())
}
