import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../postgres-cluster.ts'
import type { S3Service } from './s3-service.ts'
import { waitUntilOpen } from './wait-until-open.ts'

/** A cluster of Ceph with one disk, and its gateway for S3. `halt` kills the gateway; the cluster goes on. */
export interface CephGateway extends S3Service {
  /** Such as `16.2.15`. */
  version: string
  /** With the keys of its user. */
  url: string
  /** Applies the lifecycle rules of all buckets. A day of a rule is `LIFECYCLE_DAY_MS` here. */
  applyLifecycle(): Promise<void>
}

const run = promisify(execFile)

export const LIFECYCLE_DAY_MS = 5_000
const PROGRAMS = ['ceph', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin'] as const
/** The file that stands for a disk; it is sparse. */
const DISK_BYTES = 8 * 2 ** 30
/** The least that an OSD accepts; a new one uses a tenth of it. */
const OSD_MEMORY_BYTES = 896 * 2 ** 20
const COMMAND_TIMEOUT_MS = 120_000
const USER = 'everkin'

/** Whether the programs of Ceph are installed: in Debian the packages ceph-mon, ceph-osd, ceph-common and radosgw. */
export function hasCeph(): boolean {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return PROGRAMS.every((program) => folders.some((folder) => existsSync(join(folder, program))))
}

/**
 * Starts a monitor, an OSD and the gateway on free ports of the loopback address, in a temporary folder. There is no
 * manager, because nothing here needs its statistics, and no authentication inside the cluster. Takes about 20 seconds.
 */
export async function startCephGateway(): Promise<CephGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'everkin-ceph-'))
  const [monitorPort, port] = [await freePort(), await freePort()]
  const ids = { cluster: randomUUID(), disk: randomUUID() }
  const keys = { accessKey: randomBytes(10).toString('hex'), secretKey: randomBytes(20).toString('hex') }
  const at = (name: string) => join(folder, name)
  writeFileSync(at('ceph.conf'), clusterSettings(folder, ids.cluster, monitorPort, port))
  const env = { ...process.env, CEPH_CONF: at('ceph.conf') }
  const execute = (program: (typeof PROGRAMS)[number], ...args: string[]) =>
    run(program, args, { env, cwd: folder, timeout: COMMAND_TIMEOUT_MS })
  const running = new Set<ChildProcess>()
  const start = (program: (typeof PROGRAMS)[number], ...args: string[]) => {
    const child = spawn(program, ['-f', ...args], { env, cwd: folder, stdio: 'ignore' })
    running.add(child)
    child.once('exit', () => running.delete(child))
    return child
  }
  const removeAll = () => {
    for (const child of running) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', removeAll)

  const monitors = ['--addv', 'a', `[v2:127.0.0.1:${monitorPort}]`]
  await execute('monmaptool', '--create', ...monitors, '--fsid', ids.cluster, at('monitors'))
  await execute('ceph-mon', '-i', 'a', '--mkfs', '--monmap', at('monitors'))
  start('ceph-mon', '-i', 'a')
  await execute('ceph', 'osd', 'new', ids.disk)
  mkdirSync(at('osd'))
  await execute('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', ids.disk)
  start('ceph-osd', '-i', '0')
  const ownKeys = ['--access-key', keys.accessKey, '--secret-key', keys.secretKey]
  await execute('radosgw-admin', 'user', 'create', '--uid', USER, '--display-name', USER, ...ownKeys)
  let gateway: ChildProcess | null = null
  const resume = async () => {
    gateway ??= start('radosgw', '-n', 'client.gateway')
    await waitUntilOpen(port, 'the gateway of Ceph')
  }
  const halt = async () => {
    await end(gateway)
    gateway = null
  }
  await resume()
  const { stdout } = await execute('radosgw', '--version')
  return {
    host: '127.0.0.1',
    port,
    ...keys,
    version: /\d+(?:\.\d+)+/.exec(stdout)?.[0] ?? 'unknown',
    url: `http://${keys.accessKey}:${keys.secretKey}@127.0.0.1:${port}`,
    applyLifecycle: async () => {
      await execute('radosgw-admin', 'lc', 'process')
    },
    halt,
    resume,
    close: async () => {
      await halt()
      await Promise.all([...running].map(end))
      process.off('exit', removeAll)
      removeAll()
    },
  }
}

/** With SIGKILL, as when a machine dies. */
async function end(child: ChildProcess | null): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

function clusterSettings(folder: string, id: string, monitorPort: number, gatewayPort: number): string {
  return `[global]
fsid = ${id}
mon host = v2:127.0.0.1:${monitorPort}
mon initial members = a
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
run dir = ${folder}
crash dir = ${folder}
log file = ${folder}/$name.log
pid file = ${folder}/$name.pid
admin socket = ${folder}/$name.asok
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
# A monitor ends itself when the disk of its folder has less left, in percent.
mon data avail crit = 1
[mon]
mon data = ${folder}/mon
[osd]
osd data = ${folder}/osd
osd objectstore = bluestore
bluestore block size = ${DISK_BYTES}
osd memory target = ${OSD_MEMORY_BYTES}
[client]
# The gateway’s default, encryption, is not possible without authentication.
ms mon client mode = crc
rgw data = ${folder}/gateway
rgw frontends = beast endpoint=127.0.0.1:${gatewayPort}
rgw lc debug interval = ${LIFECYCLE_DAY_MS / 1_000}
`
}
