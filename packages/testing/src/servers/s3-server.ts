import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Transform } from 'node:stream'
import { createLog } from '@everkin/server/platform/log.ts'
import type { S3Settings } from '@everkin/server/platform/storage-setting.ts'
import { createS3Client } from '@everkin/server/providers/storage/s3-client.ts'
import { readS3Service, type S3Service, startS3rver } from './s3-service.ts'

/**
 * How the service behaves: as it should, with 503, not at all, by breaking off each answer after some bytes, so that
 * bodies are damaged before they reach it, or so that the keys expire after some requests.
 */
type S3Behavior =
  | 'well'
  | 'fail'
  | 'away'
  | { expiresAfter: number }
  | { times: number; breakOffAfter: number }
  | { times: number; damages: true }

/** A new bucket of a service that checks signatures, behind faults on demand. */
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

/** s3rver, or the service of `TEST_S3_URL`; null, with a line on the terminal, where there is neither. */
export async function startS3Server(): Promise<S3Server | null> {
  const { TEST_S3_URL } = process.env
  const service = TEST_S3_URL ? readS3Service(TEST_S3_URL) : await startS3rver()
  return service && openS3Server(service)
}

/** Creates a bucket of a service, and passes requests on to it. Closes the service at the end. */
export async function openS3Server(service: S3Service): Promise<S3Server> {
  const requests: string[] = []
  // A unique name, because a given service may be used by several test files.
  const bucket = `everkin-test-${randomBytes(6).toString('hex')}`
  let behavior: S3Behavior = 'well'
  let isHalted = false
  const server = createServer((asked, answer) => {
    requests.push(`${asked.method} ${(asked.url ?? '').replace(`/${bucket}/`, '').replace(/\?.*$/, '')}`)
    const now = isHalted ? 'away' : behavior
    if (typeof behavior === 'object' && 'times' in behavior && --behavior.times <= 0) behavior = 'well'
    handle(service, now, asked, answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  const endpoint = `http://127.0.0.1:${port}`
  const { accessKey, secretKey } = service
  const settings: S3Settings = {
    bucket,
    prefix: '',
    region: 'us-east-1',
    endpoint,
    isPathStyle: true,
    delivery: 'stream',
    publicEndpoint: endpoint,
    accessKey,
    secretKey,
    sessionToken: null,
  }
  await createS3Client(settings, createLog('silent')).send({ method: 'PUT', key: null })
  requests.length = 0
  return {
    settings,
    environment: {
      STORAGE_URL: `s3://${bucket}?endpoint=${encodeURIComponent(endpoint)}`,
      STORAGE_ACCESS_KEY: accessKey,
      STORAGE_SECRET_KEY: secretKey,
    },
    requests,
    behave: (how) => {
      behavior = how
    },
    halt: async () => {
      isHalted = true
      await service.halt()
    },
    resume: async () => {
      await service.resume()
      isHalted = false
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await service.close()
    },
  }
}

function handle(service: S3Service, behavior: S3Behavior, asked: IncomingMessage, answer: ServerResponse): void {
  if (behavior === 'away') return void asked.socket.destroy()
  if (behavior === 'fail') {
    asked.resume()
    return void answer.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
  }
  if (typeof behavior === 'object' && 'expiresAfter' in behavior && --behavior.expiresAfter < 0) {
    asked.resume()
    return void answer.writeHead(400).end('<Error><Code>ExpiredToken</Code></Error>')
  }
  const { host, port } = service
  const { method, url, headers } = asked
  // The same host name, because it is part of the signature.
  const passed = request({ host, port, method, path: url, headers }, (reply) => {
    reply.on('error', () => asked.socket.destroy())
    answer.writeHead(reply.statusCode ?? 500, reply.headers)
    if (typeof behavior === 'object' && 'breakOffAfter' in behavior) breakOff(reply, answer, behavior.breakOffAfter)
    else reply.pipe(answer)
  })
  passed.on('error', () => asked.socket.destroy())
  if (typeof behavior === 'object' && 'damages' in behavior) asked.pipe(damaging()).pipe(passed)
  else asked.pipe(passed)
}

/** Changes the first byte of what passes. */
function damaging(): Transform {
  let isDone = false
  return new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      if (!isDone) chunk[0] = (chunk[0] ?? 0) ^ 1
      isDone = true
      pass(null, chunk)
    },
  })
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
