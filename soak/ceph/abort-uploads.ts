import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLog } from '@everkin/server/platform/log.ts'
import type { S3Settings } from '@everkin/server/platform/storage-setting.ts'
import { createS3Client } from '@everkin/server/providers/storage/s3-client.ts'
import { createS3Objects } from '@everkin/server/providers/storage/s3-objects.ts'
import { type CephGateway, LIFECYCLE_DAY_MS } from '@everkin/testing/servers/ceph-gateway.ts'

const MAX_WAIT_MS = 60_000
/** The rule that docs/operations.md asks for. */
const RULE = `<LifecycleConfiguration><Rule><ID>uploads</ID><Prefix></Prefix><Status>Enabled</Status><AbortIncompleteMultipartUpload><DaysAfterInitiation>1</DaysAfterInitiation></AbortIncompleteMultipartUpload></Rule></LifecycleConfiguration>`

interface AbortOutcome {
  findings: string[]
  /** Incomplete uploads before the rule; one of them was begun here. */
  incomplete: number
}

/** Gives the bucket the lifecycle rule, and waits until no incomplete upload is left and every file still is. */
export async function abortUploads(gateway: CephGateway, settings: S3Settings): Promise<AbortOutcome> {
  const log = createLog('silent')
  const client = createS3Client(settings, log)
  const objects = createS3Objects({ ...settings, prefix: '' }, log)
  const countUploads = async () => {
    const { text } = await client.send({ method: 'GET', key: null, query: { uploads: '' } })
    return text.match(/<UploadId>/g)?.length ?? 0
  }
  const listFiles = async () => {
    const files: string[] = []
    for await (const { key, size } of objects.list('')) files.push(`${key} ${size}`)
    return files.join('\n')
  }
  await client.send({ method: 'POST', key: 'media/begun/locked-video.mp4', query: { uploads: '' } })
  const before = await listFiles()
  const incomplete = await countUploads()
  const findings: string[] = []
  if (incomplete === 0) findings.push('an upload that was begun is not listed')
  const headers = { 'content-md5': createHash('md5').update(RULE).digest('base64') }
  await client.send({ method: 'PUT', key: null, query: { lifecycle: '' }, headers, body: RULE })
  const until = performance.now() + MAX_WAIT_MS
  let left = incomplete
  while (left > 0 && performance.now() < until) {
    await sleep(LIFECYCLE_DAY_MS)
    await gateway.applyLifecycle()
    left = await countUploads()
  }
  if (left > 0) findings.push(`the lifecycle rule left ${left} incomplete uploads`)
  if ((await listFiles()) !== before) findings.push('the lifecycle rule changed files')
  return { findings, incomplete }
}
