import { spawn } from 'node:child_process'
import { get } from 'node:http'
import { freePort } from '@everkin/testing/postgres-cluster.ts'

/** A measured program in a separate process. */
export interface MeasuredProcess {
  origin: string
  port: number
  pid: number
  /** Milliseconds from its start to the first 200 for the awaited path. */
  firstAnswerMs: number
  /** Stops it and waits until it has exited. */
  stop(): Promise<void>
}

export interface ProgramSettings {
  environment?: Record<string, string>
  /** The path that must answer 200 before the program counts as started; any answer will do when it is null. */
  readyPath?: string | null
  nodeOptions?: readonly string[]
}

const START_TIMEOUT_MS = 60_000
const POLL_INTERVAL_MS = 4

/**
 * Starts a Node program that listens on PORT.
 * @throws Error with its output when it exits or does not answer.
 */
export async function startProgram(file: string, settings: ProgramSettings = {}): Promise<MeasuredProcess> {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(process.execPath, [...(settings.nodeOptions ?? []), file], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'warn',
      ...settings.environment,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // A measurement that fails must not leave the measured process running.
  process.once('exit', () => child.kill('SIGKILL'))
  let output = ''
  child.stderr.on('data', (data) => {
    output += data
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const origin = `http://127.0.0.1:${port}`
  const isGone = () => child.exitCode !== null || child.signalCode !== null
  const { readyPath = '/' } = settings
  while (!(await isReady(`${origin}${readyPath ?? '/'}`, readyPath === null))) {
    if (isGone()) throw new Error(`${file} ended:\n${output}`)
    if (performance.now() - started > START_TIMEOUT_MS) throw new Error(`${file} did not answer:\n${output}`)
    await sleep(POLL_INTERVAL_MS)
  }
  return {
    origin,
    port,
    pid: child.pid ?? 0,
    firstAnswerMs: performance.now() - started,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function isReady(url: string, isAnyAnswerEnough: boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false }, (response) => {
      response.resume()
      resolve(isAnyAnswerEnough || response.statusCode === 200)
    })
    request.once('error', () => resolve(false))
  })
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
