import { describe, expect, it } from 'vitest'
import { weighPage } from './page-weight.ts'

const HTML = `<html><head>
  <link rel="modulepreload" href="/assets/frame.js"/><link rel="preload" href="/assets/a.woff2" as="font"/>
  <link rel="stylesheet" href="/assets/a.css" disabled=""/><style>b{color:red}</style>
  <link rel="stylesheet" href="/assets/b.css"/></head><body>
  <img src="/p/480.webp" srcSet="/p/240.webp 240w, /p/480.webp 480w, /p/960.webp 960w" loading="eager"/>
  <img src="/q/480.webp" loading="lazy"/><svg><use href="/assets/icons.svg#x"/></svg>
  <script type="module">import * as route0 from "/assets/frame.js";import * as route1 from "/assets/page.js";
  manifest = {"module":"/assets/elsewhere.js"};import("/assets/entry.js")</script></body></html>`

describe('the weight of a page', () => {
  it('counts each fetched file once, and nothing that is disabled, lazy or only mentioned', () => {
    const asked: string[] = []
    const weight = weighPage(HTML, (address) => {
      asked.push(address)
      return 1_000
    })
    expect(asked.sort()).toEqual([
      '/assets/a.woff2',
      '/assets/b.css',
      '/assets/entry.js',
      '/assets/frame.js',
      '/assets/icons.svg',
      '/assets/page.js',
      '/p/960.webp',
    ])
    expect(weight.requests).toBe(1 + 7 + 2)
    expect(weight.script).toBe(3 * 1_450)
    expect(weight.css).toBeGreaterThan(1_450)
    expect(weight.all).toBe(weight.html + weight.script + 1_450 + weight.fonts + weight.pictures + weight.other)
  })
})
