import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { freePort } from '../postgres-cluster.ts'
import { waitUntilOpen } from './wait-until-open.ts'

export interface RedisServer {
  url: string
  /** Stops answering without closing connections, and goes on. */
  pause(): void
  resume(): void
  /** Ends it at once. */
  stop(): Promise<void>
}

/** The installed `redis-server` or `valkey-server`, or null. */
export function findRedis(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const programs = ['redis-server', 'valkey-server'].flatMap((name) => folders.map((folder) => join(folder, name)))
  return programs.find((program) => existsSync(program)) ?? null
}

/** Starts a server without files on a port of the loopback address, a free one by default. */
export async function startRedis(program: string, port?: number): Promise<RedisServer> {
  const ownPort = port ?? (await freePort())
  const options = ['--bind', '127.0.0.1', '--port', String(ownPort), '--save', '', '--appendonly', 'no']
  const server = spawn(program, options, { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  await waitUntilOpen(ownPort, 'Redis')
  return {
    url: `redis://127.0.0.1:${ownPort}`,
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    stop: async () => {
      server.kill('SIGKILL')
      await ended
    },
  }
}
