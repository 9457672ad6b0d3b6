/**
 * Computes how much a first visit to Explore, a card, a campaign and a chat downloads (PERF-P1), from the built site
 * and the HTML of a real server: no browser, no timing, the same result on every machine. Fails when a page is over its
 * budget.
 *
 *   node scripts/check-page-budget.ts        after `npm run build`
 */
import { existsSync, statSync } from 'node:fs'
import { startTestServer } from '@everkin/testing/test-server.ts'
import { type PageWeight, weighPage } from './page-weight.ts'

interface Visit {
  page: string
  path: string
  cookie?: string
  budget: Partial<PageWeight>
}

const server = await startTestServer({ pages: 'built' })
const person = await server.signIn()
const user = encodeURIComponent(JSON.stringify({ token: person.token }))
const cookie = `user=${user}; session=${person.secret}`
const chat = `/chat?chat_id=${await person.startChat()}`
const first: Partial<PageWeight> = { requests: 14, script: 120_000, css: 14_000, all: 260_000 }
const visits: Visit[] = [
  { page: 'Explore', path: '/', budget: first },
  { page: 'Explore in Arabic', path: '/ar', budget: { ...first, requests: 15, all: 275_000 } },
  { page: 'a card', path: '/card/ilse', budget: { ...first, requests: 20, script: 132_000, css: 15_000 } },
  { page: 'a campaign', path: '/landPage', budget: { script: 130_000, css: 14_500 } },
  { page: 'a chat', path: chat, cookie, budget: { script: 170_000, css: 18_600 } },
]

let isOver = false
for (const { page, path, cookie, budget } of visits) {
  const reply = await fetch(server.origin + path, { headers: { 'accept-language': 'en', ...(cookie && { cookie }) } })
  if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`)
  const weight = weighPage(await reply.text(), sizeOf)
  const figures = Object.entries(weight).map(([name, value]) => `${name} ${shown(name, value)}`)
  console.log(`${page}: ${figures.join(', ')}`)
  for (const [name, most] of Object.entries(budget)) {
    const value = weight[name as keyof PageWeight] // budgets are written in the terms of a weight
    if (value <= most) continue
    console.error(`OVER BUDGET: ${page} has ${name} ${shown(name, value)}, at most ${shown(name, most)} (PERF-P1)`)
    isOver = true
  }
}
await server.end()
process.exit(isOver ? 1 : 0)

/** The transfer size of a file: its Brotli copy if it has one. */
function sizeOf(address: string): number {
  const file = address.startsWith('/pictures/') ? `build${address}` : `build/web/client${address.replace(/#.*/, '')}`
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
}

function shown(name: string, value: number): string {
  return name === 'requests' ? String(value) : `${(value / 1_000).toFixed(1)} kB`
}
