import { type StdioOptions, spawn } from 'node:child_process'

const PASSED_ON = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

type Step = readonly [name: string, step: () => Promise<number>]

/** Where a program's output goes: to ours as it comes, or in one piece when the program has ended. */
type Output = 'as it comes' | 'at the end'

/**
 * Runs a program to its end with our own output, and returns its exit code. Signals that end this process are passed
 * on, so that a server can shut down properly.
 */
export function run(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
  output: Output = 'as it comes',
): Promise<number> {
  return new Promise((resolve, reject) => {
    const stdio: StdioOptions = output === 'as it comes' ? 'inherit' : ['ignore', 'pipe', 'pipe']
    const child = spawn(command, args, { stdio, env: { ...process.env, ...env } })
    const chunks: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
    const pass = (signal: NodeJS.Signals) => child.kill(signal)
    for (const signal of PASSED_ON) process.on(signal, pass)
    child.once('error', reject)
    child.once('close', (code, signal) => {
      for (const signal of PASSED_ON) process.off(signal, pass)
      process.stdout.write(Buffer.concat(chunks))
      resolve(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1))
    })
  })
}

/** Runs named steps one after the other, prints the time of each, and stops at the first failure. */
export async function runSteps(steps: readonly Step[]): Promise<number> {
  for (const step of steps) {
    const code = await runStep(step)
    if (code !== 0) return code
  }
  return 0
}

/** Runs named steps at the same time, prints the time of each, and returns the highest exit code. */
export async function runTogether(steps: readonly Step[]): Promise<number> {
  return Math.max(...(await Promise.all(steps.map(runStep))))
}

async function runStep([name, step]: Step): Promise<number> {
  const started = performance.now()
  const code = await step()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
  return code
}

/** Runs a program of a dependency on this Node. */
export function runNode(args: readonly string[], env: Record<string, string> = {}, output?: Output): Promise<number> {
  return run(process.execPath, args, env, output)
}
