import { readFileSync } from 'node:fs'
import { startModeratedServer } from '@everkin/testing/moderated-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../../../../${path}`, import.meta.url), 'utf8')
const namesIn = (text: string) =>
  new Set([...text.matchAll(/\b(?:everkin|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name))

/** The names of a histogram's series are made of its own. */
const seriesOf = (name: string, type: string) =>
  type === 'histogram' ? [name, `${name}_bucket`, `${name}_count`, `${name}_sum`] : [name]

describe('the metrics that are watched (OPS-12)', () => {
  let running: Awaited<ReturnType<typeof startModeratedServer>>
  let types: Map<string, string>

  beforeAll(async () => {
    running = await startModeratedServer()
    const text = await (await fetch(`${running.server.origin}/metrics`)).text()
    types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]))
  })
  afterAll(async () => {
    await running.server.end()
    await running.moderation.close()
  })

  it.each(['deploy/grafana/everkin.json', 'deploy/prometheus/alerts.yml', 'deploy/prometheus/alerts.test.yml'])(
    'are what a server has: %s',
    (file) => {
      const had = new Set([...types].flatMap(([name, type]) => seriesOf(name, type)))
      const watched = namesIn(read(file))
      expect(watched.size).toBeGreaterThan(10)
      expect([...watched].filter((name) => !had.has(name))).toEqual([])
    },
  )

  it('are all described for operators', () => {
    const described = namesIn(read('docs/operations.md'))
    expect([...types.keys()].filter((name) => !described.has(name))).toEqual([])
  })
})
