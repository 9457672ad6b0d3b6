import { execFileSync } from 'node:child_process'

/** The core of the server that is being measured, and the one of everything else: client, model and database. */
const SERVER_CORE = '0'
const OTHER_CORE = '1'
const isWanted = process.env.OWN_CORE === '1'

/**
 * With OWN_CORE=1 this process, and what it starts from now on, keeps off the core of the measured servers. On a machine
 * with two cores a database or a model would otherwise interrupt them. Linux only, with `taskset`.
 */
export function leaveServerCore(): void {
  if (isWanted) pin(process.pid, OTHER_CORE)
}

/** With OWN_CORE=1 a server runs on the core that nothing else uses. */
export function moveToServerCore({ pid }: { pid: number }): void {
  if (isWanted) pin(pid, SERVER_CORE)
}

function pin(pid: number, core: string): void {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', core, String(pid)], { stdio: 'ignore' })
}
