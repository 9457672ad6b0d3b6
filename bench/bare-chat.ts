/**
 * The baseline of `chat-screen.ts`: the smallest page that sends a text and shows the words of the reply as they
 * arrive.
 */
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { relayWords } from './measure/relay.ts'

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Chat</title>
<div id="log" role="log"></div><textarea aria-label="Write"></textarea><button>Send</button>
<script>
const socket = new WebSocket(location.origin.replace('http', 'ws'))
const [log, box, send] = ['#log', 'textarea', 'button'].map((name) => document.querySelector(name))
let words
send.onclick = () => {
  log.append(Object.assign(document.createElement('p'), { textContent: box.value }))
  log.append(words = document.createElement('p'))
  words.className = 'words'
  socket.send(JSON.stringify({ text: box.value }))
  box.value = ''
}
socket.onmessage = ({ data }) => {
  const frame = JSON.parse(data)
  if (frame.type === 'delta') words.append(frame.text)
  scrollTo(0, document.body.scrollHeight)
}
</script></html>`

const model = new URL(process.env.MODEL_BASE_URL ?? '')
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(PAGE)
})
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => relayWords(socket, model))
server.listen(Number(process.env.PORT), '127.0.0.1')
