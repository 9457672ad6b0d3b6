import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ExternalSources, type InlineHashes, securityHeaders } from '../security-headers.ts'
import { deferPreloads, inlineStyles, type StyleSheets } from './optimize-html.ts'
import type { Cacheable } from './page-cache.ts'

/** A page for every visitor, ready to send: body, compressed bodies and headers. */
export interface VisitorPage extends Cacheable {
  status: number
  headers: readonly (readonly [string, string])[]
  cookies: readonly string[]
  bodies: Readonly<Record<Encoding, Buffer>>
  etags: Readonly<Record<Encoding, string>>
  security: Readonly<Record<string, string>>
}

type Encoding = 'br' | 'gzip' | 'identity'

// One level above that of other replies; the highest would save a tenth and cost a hundred times as much.
const BROTLI_QUALITY = 5
const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/**
 * Converts a page that was rendered with a nonce to one for everyone. A nonce must be fresh for each reply, which a
 * cached body cannot have, so each inline script and style is allowed by its hash instead. Only those with the nonce
 * count: injected markup cannot know it, and stays forbidden.
 */
export async function toVisitorPage(
  response: Response,
  nonce: string,
  styles: StyleSheets,
  guests?: ExternalSources | null,
): Promise<VisitorPage> {
  const text = deferPreloads(inlineStyles(await response.text(), nonce, styles))
  const isHtml = response.headers.get('content-type')?.startsWith('text/html') ?? false
  const hashes = isHtml ? inlineHashes(text, nonce) : { scripts: [], styles: [] }
  const identity = Buffer.from(isHtml ? text.replaceAll(` nonce="${nonce}"`, '') : text)
  const [br, gzipped] = await Promise.all([
    compressBrotli(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
    compressGzip(identity),
  ])
  const digest = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  const cookies = response.headers.getSetCookie()
  return {
    isCacheable: response.status === 200 && cookies.length === 0,
    bytes: identity.length + br.length + gzipped.length + 2_048,
    status: response.status,
    headers: [...response.headers].filter(([name]) => name !== 'set-cookie'),
    cookies,
    bodies: { identity, br, gzip: gzipped },
    etags: { identity: `"${digest}"`, br: `"${digest}-br"`, gzip: `"${digest}-gzip"` },
    security: securityHeaders({ allowed: hashes, guests }),
  }
}

/** Sends the page in an encoding that the browser accepts, or 304 when its copy is current. */
export function sendVisitorPage(page: VisitorPage, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const encoding = bestEncoding(request.headers['accept-encoding'])
  reply.headers(page.security)
  for (const [name, value] of page.headers) reply.header(name, value)
  if (page.cookies.length > 0) reply.header('set-cookie', [...page.cookies])
  reply.header('vary', VARY)
  reply.header('x-page-owner', 'visitor') // marks the owner of the copy that the browser keeps for offline reading
  if (!page.isCacheable) {
    reply.header('cache-control', 'no-store')
  } else {
    // Cached by the browser alone, and always revalidated: signing in changes the page at the same URL.
    reply.header('cache-control', 'private, no-cache')
    reply.header('etag', page.etags[encoding])
    if (matchesEtag(request.headers['if-none-match'], page)) return reply.code(304).send()
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.code(page.status).send(page.bodies[encoding])
}

const VARY = 'accept-encoding, accept-language, cookie, user-agent'

function bestEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity'
  const takes = (name: string) => new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted)
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : 'identity'
}

/** Whether the browser's copy is this page, in whatever encoding. */
function matchesEtag(ifNoneMatch: string | undefined, page: VisitorPage): boolean {
  return ifNoneMatch !== undefined && Object.values(page.etags).some((etag) => ifNoneMatch.includes(etag))
}

const INLINE_TAG = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g

function inlineHashes(html: string, nonce: string): InlineHashes {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  for (const [, tag, attributes = '', content = ''] of html.matchAll(INLINE_TAG)) {
    if (/\ssrc=/.test(attributes) || !attributes.includes(`nonce="${nonce}"`)) continue
    const hash = `sha256-${createHash('sha256').update(content).digest('base64')}`
    if (tag === 'script') scripts.add(hash)
    else styles.add(hash)
  }
  return { scripts: [...scripts], styles: [...styles] }
}
