import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import forcedColorsUrl from '../ui/styles/forced-colors.css?url'
import { pageContext } from './page-context.ts'
import { DEFER_IMAGES_SCRIPT, forcedColorsScript, PRE_HYDRATION_SCRIPT } from './pre-hydration-scripts.ts'

export { isDesktop } from './device-type.ts'
export { type PageContext, pageContext } from './page-context.ts'
export { isPaymentPage, queryOfVisitors } from './paths.ts'

const RENDER_TIMEOUT_MS = 6000

const BOOTSTRAP_SCRIPT = [DEFER_IMAGES_SCRIPT, PRE_HYDRATION_SCRIPT, forcedColorsScript(forcedColorsUrl)].join(';')

/**
 * Renders a page as HTML, and responds when all of it is ready: a part that this process has not loaded yet would otherwise
 * arrive after its empty place, and only move there by a script.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce, isStandIn } = loadContext.get(pageContext)
  return new Promise((resolve, reject) => {
    let failed = false
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={context} url={request.url} nonce={nonce} />, {
      nonce,
      // Parts that are ready stand in their places, so that a page can be read without scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      bootstrapScriptContent: isStandIn ? undefined : BOOTSTRAP_SCRIPT,
      onAllReady() {
        const body = new PassThrough()
        headers.set('Content-Type', 'text/html; charset=utf-8')
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status: failed ? 500 : status }))
        pipe(body)
      },
      onShellError: reject,
      onError() {
        failed = true
      },
    })
    setTimeout(abort, RENDER_TIMEOUT_MS).unref()
  })
}
