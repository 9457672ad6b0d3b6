/**
 * Files on Ceph: runs a cluster with its gateway for S3, and on it the tests of the storage, `npm run storage` with the
 * gateway killed in the middle, and writes while the gateway is killed again and again. Every file that was acknowledged
 * must be there, every one that can be seen must be whole, and the lifecycle rule that operators are asked for must
 * remove what interrupted uploads leave.
 *
 *   node soak/ceph.ts [--kills 20]
 */
import { parseArgs } from 'node:util'
import { type CephGateway, hasCeph, startCephGateway } from '@everkin/testing/servers/ceph-gateway.ts'
import { openS3Server } from '@everkin/testing/servers/s3-server.ts'
import { runProgram } from '../scripts/run.ts'
import { abortUploads } from './ceph/abort-uploads.ts'
import { moveFiles } from './ceph/move-files.ts'
import { writeUnderKills } from './ceph/write-under-kills.ts'

const TESTS = ['providers/storage', 'server/src/serve-media.test.ts']

const { values } = parseArgs({ options: { kills: { type: 'string', default: '20' } } })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
if (hasCeph()) process.exit((await verify()) === 0 ? 0 : 1)
console.log('SKIPPED: files on Ceph, because its programs (ceph-mon, ceph-osd, radosgw) are not installed')

async function verify(): Promise<number> {
  const started = performance.now()
  const tell = (line: string) => console.log(`${((performance.now() - started) / 1000).toFixed(1)} s: ${line}`)
  const gateway = await startCephGateway()
  tell(`the gateway of Ceph ${gateway.version} is ready`)
  const findings: string[] = []
  if ((await runProgram('vitest', ['run', ...TESTS], { TEST_S3_URL: gateway.url })) !== 0) findings.push('tests failed')
  tell('the tests have ended')
  findings.push(...(await verifyFiles(gateway, tell)))
  await gateway.close()
  for (const finding of findings) console.error(`FAIL ${finding}`)
  tell(`${findings.length} findings`)
  return findings.length
}

async function verifyFiles(gateway: CephGateway, tell: (line: string) => void): Promise<string[]> {
  const s3 = await openS3Server(gateway)
  const moved = await moveFiles(s3)
  tell(
    `${moved.files} files (${inMB(moved.bytes)}) moved to the bucket and back; the gateway was killed after ${moved.beforeKill}`,
  )
  const kills = Number(values.kills)
  // Without the test server in between.
  const settings = { ...s3.settings, endpoint: new URL(gateway.url).origin, prefix: 'kills/' }
  const written = await writeUnderKills(gateway, settings, kills)
  tell(
    `${kills} kills: ${written.acknowledged} files acknowledged (${inMB(written.bytes)}), ${written.trashed} of them moved to the trash; ` +
      `${written.refused} attempts refused, ${written.unacknowledged} files there without an answer; ${written.readMeanwhile} read meanwhile`,
  )
  const aborted = await abortUploads(gateway, settings)
  tell(`the lifecycle rule aborted ${aborted.incomplete} incomplete uploads`)
  return [...moved.findings, ...written.findings, ...aborted.findings]
}

function inMB(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`
}
