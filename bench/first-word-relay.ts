/** The baseline of `first-word.ts`: the smallest relay there is. Server-sent events in, websocket frames out; it knows nobody and keeps nothing. */
import { Agent, request } from 'node:http'
import { WebSocketServer } from 'ws'

const agent = new Agent({ keepAlive: true })
const model = new URL(process.env.MODEL_BASE_URL ?? '')

new WebSocketServer({ host: '127.0.0.1', port: Number(process.env.PORT), perMessageDeflate: false }).on(
  'connection',
  (socket) => {
    socket.on('message', (data) => {
      const { text } = JSON.parse(String(data)) as { text: string } // the bench's own frame
      const upstream = request(
        { agent, host: model.hostname, port: model.port, method: 'POST', path: '/v1/chat/completions' },
        (response) => {
          let rest = ''
          response.setEncoding('utf8')
          response.on('data', (piece: string) => {
            const lines = (rest + piece).split('\n\n')
            rest = lines.pop() ?? ''
            let words = ''
            for (const line of lines) {
              if (line === 'data: [DONE]') continue
              const { choices } = JSON.parse(line.slice(6)) as { choices: { delta: { content?: string } }[] } // the model's chunk
              words += choices[0]?.delta.content ?? ''
            }
            if (words !== '') socket.send(JSON.stringify({ type: 'delta', text: words }))
          })
          response.on('end', () => socket.send('{"type":"end"}'))
        },
      )
      upstream.end(JSON.stringify({ model: 'bench', stream: true, messages: [{ role: 'user', content: text }] }))
    })
  },
)
