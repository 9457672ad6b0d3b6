/**
 * The baseline of `cached-pages.ts`: the smallest Fastify there is, with one route that sends a finished page from
 * memory. BODY is a file with the bytes as they go over the wire, ENCODING what they are compressed with, or nothing.
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
