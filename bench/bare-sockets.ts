/** The baseline of `idle-sockets.ts`: the smallest websocket server, without compression. */
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

const server = createServer((_request, response) => response.end('ok'))
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
  socket.on('message', (data) => socket.send(String(data)))
  socket.send('{"type":"ready"}')
})
server.listen(Number(process.env.PORT), '127.0.0.1')
