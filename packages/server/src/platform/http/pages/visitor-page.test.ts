import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { toVisitorPage } from './visitor-page.ts'

const NONCE = 'Zm9yIHRoaXMgdGVzdA=='
const STYLES = new Map([['/assets/a.css', 'b{}']])

function rendered(html: string, init: ResponseInit & { headers?: Record<string, string> } = {}): Response {
  return new Response(html, { ...init, headers: { 'content-type': 'text/html; charset=utf-8', ...init.headers } })
}

describe('a cacheable page', () => {
  it('allows by hash what had the nonce, and nothing that was injected', async () => {
    const page = await toVisitorPage(
      rendered(`<style nonce="${NONCE}">b{}</style><script nonce="${NONCE}">go()</script><script>steal()</script>
        <script nonce="guess">steal()</script><link nonce="${NONCE}" rel="icon"/><script nonce="${NONCE}" src="/a.js"></script>`),
      NONCE,
      STYLES,
    )
    const policy = page.security['content-security-policy'] ?? ''
    // printf 'go()' | openssl dgst -sha256 -binary | base64, and the same of 'b{}'
    expect(policy).toContain("script-src 'self' 'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw=';")
    expect(policy).toContain("style-src 'self' 'sha256-7yqHVAesot11p6HczDsgKRipvI5UPgs97z80zNXlans=';")
    expect(policy).not.toMatch(/nonce|unsafe/)
    expect(page.bodies.identity.toString()).not.toContain(NONCE)
  })

  it('inlines its style sheets, and no link fetches them again', async () => {
    const link = (href: string) => `<link nonce="${NONCE}" rel="stylesheet" href="${href}"/>`
    const page = await toVisitorPage(rendered(link('/assets/a.css') + link('/assets/unknown.css')), NONCE, STYLES)
    expect(page.bodies.identity.toString()).toBe(
      '<link rel="stylesheet" href="/assets/a.css" disabled=""/><style>b{}</style>' +
        '<link rel="stylesheet" href="/assets/unknown.css"/>',
    )
    expect(page.security['content-security-policy']).toContain(
      "style-src 'self' 'sha256-7yqHVAesot11p6HczDsgKRipvI5UPgs97z80zNXlans=';",
    )
  })

  it('is the same in every encoding, with an ETag of its own in each', async () => {
    const { bodies, etags } = await toVisitorPage(rendered('<p>Ilse</p>'.repeat(100)), NONCE, STYLES)
    expect(brotliDecompressSync(bodies.br)).toEqual(bodies.identity)
    expect(gunzipSync(bodies.gzip)).toEqual(bodies.identity)
    expect(new Set(Object.values(etags)).size).toBe(3)
    const other = await toVisitorPage(rendered('<p>Bram</p>'.repeat(100)), NONCE, STYLES)
    expect(other.etags.br).not.toBe(etags.br)
  })

  it('is cached only when it succeeded and sets no cookie', async () => {
    const mayBeCached = async (init: Parameters<typeof rendered>[1]) =>
      (await toVisitorPage(rendered('<p>', init), NONCE, STYLES)).isCacheable
    expect(await mayBeCached({})).toBe(true)
    expect(await mayBeCached({ status: 404 })).toBe(false)
    expect(await mayBeCached({ status: 500 })).toBe(false)
    expect(await mayBeCached({ headers: { 'set-cookie': 'device=1' } })).toBe(false)
  })
})
