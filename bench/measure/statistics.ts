import { readFileSync } from 'node:fs'

/** The value below which the given share of samples lies (nearest rank). */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5)
}

/** Median of the ratios of each round: what slowed down one round slowed down both sides of it. */
export function pairedRatio(list: readonly number[], base: readonly number[]): number {
  return median(list.map((value, round) => value / (base[round] ?? Number.NaN)))
}

/** CPU time that a process has used so far, in milliseconds (user and system). */
export function cpuMs(pid: number): number {
  const fields = statOf(pid)
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** CPU time of the processes that it has started and that have ended. */
export function endedChildrenCpuMs(pid: number): number {
  const fields = statOf(pid)
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS
}

const TICK_MS = 10

/** The fields of proc(5) from the third on: the second, a name, may contain anything. */
function statOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
}

/** Resident memory of a process in bytes, including shared memory. */
export function residentBytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

/** Prints a row as Markdown: texts as they are, numbers with three significant digits. */
export function row(...cells: (string | number)[]): void {
  console.log(`| ${cells.map((cell) => (typeof cell === 'number' ? significant(cell) : cell)).join(' | ')} |`)
}

export function heading(title: string, ...columns: string[]): void {
  console.log(`\n${title}\n`)
  row(...columns)
  row(...columns.map(() => '---'))
}

function significant(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(3)))
}
