import { Agent, request } from 'node:http'
import type { WebSocket } from 'ws'

const agent = new Agent({ keepAlive: true })

/** The smallest relay: a text in, the model's words out as they arrive. It has no accounts and stores nothing. */
export function relayWords(socket: WebSocket, modelUrl: URL): void {
  socket.on('message', (data) => {
    const { text } = JSON.parse(String(data)) as { text: string } // the benchmark's own frame
    const upstream = request(
      { agent, host: modelUrl.hostname, port: modelUrl.port, method: 'POST', path: '/v1/chat/completions' },
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
}
