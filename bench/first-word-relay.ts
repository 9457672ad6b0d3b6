/** The baseline of `first-word.ts`: the smallest relay. Server-sent events in, websocket frames out. */
import { WebSocketServer } from 'ws'
import { relayWords } from './measure/relay.ts'

const model = new URL(process.env.MODEL_BASE_URL ?? '')

new WebSocketServer({ host: '127.0.0.1', port: Number(process.env.PORT), perMessageDeflate: false }).on(
  'connection',
  (socket) => relayWords(socket, model),
)
