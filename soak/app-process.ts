import { type ChildProcess, spawn } from 'node:child_process'

/** The server in a separate process, so that it can be killed. */
export interface AppProcess {
  origin: string
  pid: number
  /** Milliseconds from the start until `/readyz` first answers. */
  readyMs: number
  kill(signal: NodeJS.Signals): Promise<number | null>
  stderr(): string
}

/**
 * Starts the server, or a program that starts it, and waits until it is ready: on a busy machine it may take a minute. It
 * ends with this process at the latest.
 */
export async function startApp(
  environment: Record<string, string>,
  program = 'packages/server/src/main.ts',
  withinMs = 120_000,
): Promise<AppProcess> {
  const started = performance.now()
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Also when the caller fails: nobody else would end it.
  const killWithUs = () => child.kill('SIGKILL')
  process.once('exit', killWithUs)
  child.once('exit', () => process.off('exit', killWithUs))
  let output = ''
  child.stdout.on('data', (data) => {
    output += data
  })
  child.stderr.on('data', (data) => {
    output += data
  })
  const origin = `http://127.0.0.1:${environment.PORT}`
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output}`)
    if (performance.now() - started > withinMs) {
      child.kill('SIGKILL')
      throw new Error(`the server was not ready in time:\n${output}`)
    }
    if (await isReady(origin)) break
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return {
    origin,
    pid: child.pid!, // it has answered
    readyMs: performance.now() - started,
    kill: (signal) => kill(child, signal),
    stderr: () => output,
  }
}

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/readyz`)).ok
  } catch {
    return false
  }
}

function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve(child.exitCode)
    child.once('exit', (code) => resolve(code))
    child.kill(signal)
  })
}
