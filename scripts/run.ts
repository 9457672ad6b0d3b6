import { spawn } from 'node:child_process'

const PASSED_ON = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/**
 * Runs a program to its end with our own output, and returns its exit code. Signals that end this process are passed
 * on, so that a server can shut down properly.
 */
function run(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<number> {
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

type Step = readonly [name: string, step: () => Promise<number>]

/** Runs named steps one after the other, prints the time of each, and stops at the first failure. */
export async function runSteps(steps: readonly Step[]): Promise<number> {
  for (const step of steps) {
    const code = await runStep(step)
    if (code !== 0) return code
  }
  return 0
}

/** Runs named steps as `runSteps` does, but all of them, and names those that failed at the end. */
export async function runAllSteps(steps: readonly Step[]): Promise<number> {
  const failed: string[] = []
  for (const step of steps) if ((await runStep(step)) !== 0) failed.push(step[0])
  if (failed.length === 0) return 0
  console.log(`Failed: ${failed.join(', ')}.`)
  return 1
}

async function runStep([name, step]: Step): Promise<number> {
  const started = performance.now()
  const code = await step()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
  return code
}

/**
 * How Node runs the server, for memory. A busy server fills the young generation that it is given, 128 MB by default,
 * and has a few MB of it in use. With 32 it is collected half as often as with 16, and fewer objects of replies under
 * way are moved to the old generation (docs/decisions/0097). The old generation is collected when it has grown by half
 * instead of by up to three quarters (docs/performance.md, Memory of a busy server). The Dockerfile and the systemd
 * unit say the same.
 */
export const SERVER_NODE_OPTIONS = ['--max-semi-space-size=32', '--heap-growing-percent=50'] as const

/**
 * Read by glibc only. One pool of native memory for all threads, since separate ones keep what a busy moment needed.
 * Arrays of 128 KB and more stay out of it, so that their memory is given back as soon as they are free; so is what is
 * free at the end of the pool, from 4 MB on.
 */
export const SERVER_MEMORY = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '4194304',
} as const

/** Runs a file on this Node. */
export function runNode(args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  return run(process.execPath, args, env)
}

/** Runs a program of a dependency on this Node: its own first line asks for the one in PATH, which may be too old. */
export function runProgram(name: string, args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  return runNode([`node_modules/.bin/${name}`, ...args], env)
}
