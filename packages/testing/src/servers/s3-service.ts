import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A service that speaks S3 over HTTP. */
export interface S3Service {
  host: string
  /** May be another one after `resume`. */
  port: number
  accessKey: string
  secretKey: string
  /** Ends the service and keeps its files. */
  halt(): Promise<void>
  resume(): Promise<void>
  close(): Promise<void>
}

/** The only account that s3rver knows. */
const KEY = 'S3RVER'

/** s3rver on a free port of this machine; null, with a line, where it is not installed or does not run on this Node. */
export async function startS3rver(directory?: string): Promise<S3Service | null> {
  const folder = directory ?? mkdtempSync(join(tmpdir(), 'everkin-s3-'))
  const remove = () => (directory ? undefined : rmSync(folder, { recursive: true, force: true }))
  let running: Running | null = await spawnS3rver(folder).catch(() => null)
  if (!running) {
    remove()
    console.warn('Skipped: tests of S3, because the package @20minutes/s3rver does not run here.')
    return null
  }
  const service: S3Service = {
    host: '127.0.0.1',
    port: running.port,
    accessKey: KEY,
    secretKey: KEY,
    halt: async () => {
      const ended = running?.stop()
      running = null
      await ended
    },
    resume: async () => {
      running ??= await spawnS3rver(folder)
      service.port = running.port
    },
    close: async () => {
      await service.halt()
      remove()
    },
  }
  return service
}

/** The service of a URL with its keys, `http://key:secret@host:port`; somebody else starts and ends it. */
export function readS3Service(value: string): S3Service {
  const { protocol, hostname, port, username, password } = new URL(value)
  if (protocol !== 'http:') throw new Error('TEST_S3_URL must begin with http://')
  return {
    host: hostname,
    port: Number(port || 80),
    accessKey: decodeURIComponent(username),
    secretKey: decodeURIComponent(password),
    halt: async () => undefined,
    resume: async () => undefined,
    close: async () => undefined,
  }
}

interface Running {
  port: number
  stop(): Promise<void>
}

/** A process of its own, because the service pages its lists with a cipher that OpenSSL has only behind a switch. */
async function spawnS3rver(directory: string): Promise<Running> {
  const options = { directory, address: '127.0.0.1', port: 0, silent: true, vhostBuckets: false }
  const path = createRequire(import.meta.url).resolve('@20minutes/s3rver')
  const script = `
    const S3rver = require(${JSON.stringify(path)})
    new S3rver(${JSON.stringify(options)}).run().then(({ port }) => console.log(port))
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
