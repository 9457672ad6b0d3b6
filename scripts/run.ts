import { spawn } from 'node:child_process'

const PASSED_ON = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/**
 * Runs a program to its end with our own output, and returns its exit code. Signals that end this process are passed
 * on, so that a server can shut down properly.
 */
export function run(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    const pass = (signal: NodeJS.Signals) => child.kill(signal)
    for (const signal of PASSED_ON) process.on(signal, pass)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      for (const signal of PASSED_ON) process.off(signal, pass)
      resolve(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1))
    })
  })
}

/** Runs named steps one after the other, prints the time of each, and stops at the first failure. */
export async function runSteps(
  steps: readonly (readonly [name: string, step: () => Promise<number>])[],
): Promise<number> {
  for (const [name, step] of steps) {
    const started = performance.now()
    const code = await step()
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
    if (code !== 0) return code
  }
  return 0
}

/**
 * How Node runs the server. A busy server fills the young generation that it is given, 128 MB by default, and has a few
 * MB of it in use. This is the limit that Node 20 had.
 */
export const SERVER_NODE_OPTIONS = ['--max-semi-space-size=16'] as const

/** Runs a program of a dependency on this Node. */
export function runNode(args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  return run(process.execPath, args, env)
}
