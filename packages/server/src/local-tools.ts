import type { FastifyInstance } from 'fastify'
import type { Context } from './context.ts'
import { newNonce, securityHeaders } from './platform/http/security-headers.ts'
import { OUTBOX_PATH } from './providers/mail/choose.ts'
import { outboxHtml } from './providers/mail/outbox.ts'

/** Pages of local mode, outside `/api`: the outbox stands in for a mail server. Production mode has none of them. */
export function bindLocalTools(app: FastifyInstance, context: Context): void {
  const { outbox } = context
  if (!outbox) return
  app.get(OUTBOX_PATH, async (request, reply) => {
    const nonce = newNonce()
    reply.headers(securityHeaders({ allowed: { nonce }, isSecure: request.protocol === 'https' }))
    const html = outboxHtml(outbox, request.readerLocale, context.texts.translate(request.readerLocale))
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(html.replace('<style>', `<style nonce="${nonce}">`))
  })
}
