import { spawn } from 'node:child_process'

export interface Finished {
  code: number | null
  output: string
}

/** Runs one of our programs with these settings and no others. */
export function runProgram(
  args: readonly string[],
  environment: Record<string, string>,
): { finished: Promise<Finished> } {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output += data
    })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  const finished = new Promise<Finished>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      process.off('exit', end)
      resolve({ code, output })
    })
  })
  return { finished }
}
