/**
 * Checks that package-lock.json has the programs of every system that Everkin runs on. npm may leave out those of other
 * systems than its own when it writes the file, and the install then fails on these systems only.
 */
import { readFileSync } from 'node:fs'

/** The parts of an entry of npm’s lock file that say what it needs and where it runs. */
export interface LockedPackage {
  os?: string | string[]
  cpu?: string | string[]
  libc?: string | string[]
  optionalDependencies?: Record<string, string>
}

interface System {
  os: string
  cpu: string
  libc?: string
}

const SYSTEMS: readonly System[] = [
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { os: 'linux', cpu: 'x64', libc: 'musl' },
  { os: 'linux', cpu: 'arm64', libc: 'musl' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'darwin', cpu: 'arm64' },
]

/**
 * One line for each optional package that a package names and the file lacks, and for each system that a package has no
 * program for although it has one for another of them. Of the root, only what it names is checked: its packages of Node
 * are for Linux. So it is with a package that is for one system itself.
 */
export function findLockFileProblems(packages: Record<string, LockedPackage>): string[] {
  const problems: string[] = []
  for (const [path, { os, optionalDependencies = {} }] of Object.entries(packages)) {
    const name = path.replace(/^.*node_modules\//, '') || 'package.json'
    const programs: LockedPackage[] = []
    for (const dependency of Object.keys(optionalDependencies)) {
      const found = resolvePackage(packages, path, dependency)
      if (!found) problems.push(`${name}: ${dependency} is missing`)
      else if (found.os && found.cpu) programs.push(found)
    }
    const runsOn = (system: System) => programs.some((program) => fits(program, system))
    if (path === '' || os || !SYSTEMS.some(runsOn)) continue
    for (const system of SYSTEMS)
      if (!runsOn(system)) problems.push(`${name}: has no program for ${Object.values(system).join(' ')}`)
  }
  return problems
}

/** As Node does: in the package’s own folder, then in those around it. */
function resolvePackage(
  packages: Record<string, LockedPackage>,
  path: string,
  dependency: string,
): LockedPackage | undefined {
  let folder = path && `${path}/`
  for (;;) {
    const found = packages[`${folder}node_modules/${dependency}`]
    if (found || folder === '') return found
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/')))
  }
}

function fits({ os, cpu, libc }: LockedPackage, system: System): boolean {
  const allows = (values: string | string[] | undefined, value: string | undefined) =>
    values === undefined || value === undefined || [values].flat().includes(value)
  return allows(os, system.os) && allows(cpu, system.cpu) && allows(libc, system.libc)
}

if (process.argv[1] === import.meta.filename) {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, LockedPackage> } // npm’s format
  const problems = findLockFileProblems(lock.packages)
  for (const line of problems) console.error(`package-lock.json: ${line}`)
  process.exit(problems.length > 0 ? 1 : 0)
}
