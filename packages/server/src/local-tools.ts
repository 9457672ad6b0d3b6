import { Email } from '@everkin/contract/http/accounts.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Context } from './context.ts'
import { AppError, invalidInput } from './platform/app-error.ts'
import { isOwnOrigin } from './platform/http/bind-operations.ts'
import { isDirectLocalRequest } from './platform/http/host-check.ts'
import { newNonce, securityHeaders } from './platform/http/security-headers.ts'
import { DEMO_IDENTITY_PATH, type DemoIdentity } from './providers/identity/demo-identity.ts'
import { renderDemoIdentityPage } from './providers/identity/demo-identity-page.ts'
import { OUTBOX_PATH } from './providers/mail/choose.ts'
import { type Outbox, renderOutboxPage } from './providers/mail/outbox.ts'

/**
 * Pages of local mode, outside `/api`: the outbox stands in for a mail server, the demo identity for Google and
 * Facebook. Production mode has none of them. They give access to every account, so only a browser on this machine gets
 * them.
 */
export function bindLocalTools(app: FastifyInstance, context: Context): void {
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      if (!isDirectLocalRequest(request.raw)) throw new AppError('NotAllowed', null, 'localOnly')
    })
    if (context.outbox) bindOutbox(scope, context, context.outbox)
    if (context.demoIdentity) bindDemoIdentity(scope, context, context.demoIdentity)
  })
}

function bindOutbox(app: FastifyInstance, context: Context, outbox: Outbox): void {
  app.get(OUTBOX_PATH, async (request, reply) =>
    sendPage(reply, (nonce) => {
      const html = renderOutboxPage(outbox, request.readerLocale, context.texts.translate(request.readerLocale))
      return html.replace('<style>', `<style nonce="${nonce}">`)
    }),
  )
}

const Claim = z.object({
  provider: z.enum(['google', 'facebook']),
  name: z.string().trim().min(1).max(40),
  email: Email.or(z.literal('')),
})

function bindDemoIdentity(app: FastifyInstance, context: Context, demo: DemoIdentity): void {
  app.get<{ Querystring: { provider?: unknown } }>(DEMO_IDENTITY_PATH, async (request, reply) =>
    sendPage(reply, (nonce) => {
      const provider = request.query.provider === 'facebook' ? 'facebook' : 'google'
      return renderDemoIdentityPage(
        provider,
        request.readerLocale,
        context.texts.translate(request.readerLocale),
        nonce,
      )
    }),
  )
  app.post(DEMO_IDENTITY_PATH, async (request, reply) => {
    const { origin, host } = request.headers
    // Only our own page may send this, not another site in the same browser.
    if (origin === undefined || !isOwnOrigin(origin, host, context.settings.publicUrl)) throw new AppError('NotAllowed')
    const claim = Claim.safeParse(request.body)
    if (!claim.success) throw invalidInput(claim.error.issues[0]?.path.join('.') ?? '')
    const { provider, name, email } = claim.data
    const signed = await demo.sign({ provider, name, email: email === '' ? null : email }, context.clock.now())
    return reply.header('cache-control', 'no-store').send({ uid: signed.uid, id_token: signed.idToken })
  })
}

function sendPage(reply: FastifyReply, draw: (nonce: string) => string): FastifyReply {
  const nonce = newNonce()
  reply.headers(securityHeaders({ allowed: { nonce } }))
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(draw(nonce))
}
