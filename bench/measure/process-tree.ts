import { readFileSync } from 'node:fs'
import type { MeasuredProcess } from './processes.ts'
import { sleep } from './processes.ts'
import { cpuMs, endedChildrenCpuMs, residentBytes } from './statistics.ts'

/** The processes that a process has started and that still run. */
function childrenOf(pid: number): number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return list === '' ? [] : list.split(' ').map(Number)
}

/** The processes that serve: the program itself, or the workers that it supervises. */
function serversOf({ pid }: Pick<MeasuredProcess, 'pid'>): number[] {
  const workers = childrenOf(pid)
  return workers.length === 0 ? [pid] : workers
}

/** CPU time of a process and of those that it has started, also of those that have ended meanwhile, in milliseconds. */
export function treeCpuMs(pid: number): number {
  // The kernel adds a child's time to its parent's when the parent learns of its end.
  return childrenOf(pid).reduce((sum, each) => sum + cpuMsIfRunning(each), cpuMs(pid) + endedChildrenCpuMs(pid))
}

function cpuMsIfRunning(pid: number): number {
  try {
    return cpuMs(pid) + endedChildrenCpuMs(pid)
  } catch {
    return 0 // it has just ended
  }
}

/** Resident memory of one serving process, on average. */
export function meanResidentBytes(program: Pick<MeasuredProcess, 'pid'>): number {
  const servers = serversOf(program)
  return servers.reduce((sum, pid) => sum + residentBytes(pid), 0) / servers.length
}

/** Waits until all workers of a machine serve: connections go to those that listen. */
export async function allWorkersReady({ origin }: Pick<MeasuredProcess, 'origin'>, count: number): Promise<void> {
  for (let waited = 0; ; waited++) {
    const text = await (await fetch(`${origin}/metrics`)).text()
    if (text.match(/^everkin_process_info\{/gm)?.length === count) return
    if (waited > 300) throw new Error(`${count} workers were not ready in time`)
    await sleep(200)
  }
}

/** Ends the workers with their supervisor, which would otherwise outlive it for a moment. */
export async function stopTree(program: MeasuredProcess): Promise<void> {
  const workers = childrenOf(program.pid)
  await program.stop()
  for (const pid of workers) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
}
