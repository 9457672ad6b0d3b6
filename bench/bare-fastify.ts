/**
 * The baseline of `cached-pages.ts`: the smallest Fastify server, with one route that sends a finished page from
 * memory. BODY is a file with the bytes to send, ENCODING their compression, or empty.
 */
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'

const body = readFileSync(process.env.BODY ?? '')
const encoding = process.env.ENCODING
const app = Fastify()
app.get('/', async (_request, reply) => {
  reply.type('text/html; charset=utf-8')
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(body)
})
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
