/** The baseline of `start.ts`: the smallest Node server. */
import { createServer } from 'node:http'

createServer((_request, response) => response.end('ok')).listen(Number(process.env.PORT), '127.0.0.1')
