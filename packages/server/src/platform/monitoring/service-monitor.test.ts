import { createTestClock } from '@everkin/testing/test-clock.ts'
import { describe, expect, it } from 'vitest'
import { createServiceMonitor, errorCodeOf } from './service-monitor.ts'

describe('the monitor of services', () => {
  it('knows the last success and the last five failures', async () => {
    const clock = createTestClock()
    const monitor = createServiceMonitor(clock)
    expect(monitor.stateOf('mail')).toEqual({ state: 'untested', lastSuccessAt: null, failures: [] })
    expect(await monitor.watch('mail', async () => 7)).toBe(7)
    const sentAt = clock.now()
    for (let n = 0; n < 7; n++) {
      clock.advance(1_000)
      const refused = Object.assign(new Error('550 nobody@example.org'), { code: 'EENVELOPE', responseCode: 550 })
      await expect(monitor.watch('mail', () => Promise.reject(refused))).rejects.toBe(refused)
    }
    const { state, lastSuccessAt, failures } = monitor.stateOf('mail')
    expect({ state, lastSuccessAt }).toEqual({ state: 'failing', lastSuccessAt: sentAt })
    expect(failures).toHaveLength(5)
    expect(failures[0]).toEqual({ at: clock.now(), code: 'EENVELOPE 550' })
    monitor.succeeded('mail')
    expect(monitor.stateOf('mail')).toMatchObject({ state: 'ok', failures })
    expect(monitor.stateOf('images').state).toBe('untested')
  })

  it('does not blame a service for what was asked of it, or for an asker who left', () => {
    const monitor = createServiceMonitor(createTestClock())
    monitor.failed('images', Object.assign(new Error('x'), { fault: 'rejected' }))
    monitor.failed('speech', new Error('aborted'), AbortSignal.abort())
    expect([monitor.stateOf('images').state, monitor.stateOf('speech').state]).toEqual(['untested', 'untested'])
  })

  it('shows names and codes of errors, never what they say', () => {
    const secret = 'sk-live-123 at https://10.0.0.1/v1 for mara@example.org'
    const told: [unknown, string][] = [
      [Object.assign(new Error(secret), { fault: 'rate_limited' }), 'rate_limited'],
      [Object.assign(new Error(secret), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
      [Object.assign(new Error(secret), { code: '23505' }), '23505'],
      [Object.assign(new Error(secret), { code: secret, fault: 'mara@example.org' }), 'Error'],
      [Object.assign(new TypeError(secret), { reason: 42 }), 'TypeError'],
      [Object.assign(new Error(secret), { name: secret }), 'Error'],
      [secret, 'unknown'],
      [null, 'unknown'],
    ]
    for (const [error, code] of told) expect(errorCodeOf(error)).toBe(code)
  })
})
