import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

/** The log output of this code, which gets the log as `log`. */
async function logged(code: string): Promise<Record<string, unknown>[]> {
  const script = `import { createLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)}
    const log = createLog('trace')
    ${code}`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>) // a log line
}

describe('the log', () => {
  it('OPS-06: keeps kind, code and stack of an error, and none of its other properties', async () => {
    const [line] = await logged(`
      const cause = new Error('canary cause')
      const error = Object.assign(new TypeError('canary message\\n  canary line', { cause }), {
        code: '23505', detail: 'Key (email)=(canary@example.org)', parameters: ['canary'], query: 'canary' })
      log.error({ error, requestId: 'r1' }, 'internal error')`)
    expect(line).toMatchObject({ requestId: 'r1', msg: 'internal error', error: { type: 'TypeError', code: '23505' } })
    expect(line).toHaveProperty(['error', 'frames', 0])
    expect(JSON.stringify(line)).not.toContain('canary')
  })

  it('OPS-06: does the same for nested errors, lists of them and other values', async () => {
    const lines = await logged(`
      log.warn({ error: new AggregateError([new Error('canary')], 'canary') }, 'one')
      log.warn({ err: Object.assign(new Error('canary'), { code: { canary: 1 } }) }, 'two')
      log.warn({ error: 'canary' }, 'three')
      log.warn({ error: { message: 'canary' } }, 'four')
      log.warn({ error: null }, 'five')`)
    expect(lines.map((line) => line.msg)).toEqual(['one', 'two', 'three', 'four', 'five'])
    expect(JSON.stringify(lines)).not.toContain('canary')
  })
})
