import { Agent, request } from 'node:http'
import type { WebSocket } from 'ws'

const agent = new Agent({ keepAlive: true })

/** Stores a text, and resolves when a power cut could no longer lose it. */
export type StoreText = (text: string) => Promise<void>

/**
 * The smallest relay: a text in, the model's words out as they arrive. It has no accounts. With `store` it keeps what no
 * server may lose: words are sent once the text that asked for them is stored, and the end once the reply is.
 */
export function relayWords(socket: WebSocket, modelUrl: URL, store?: StoreText): void {
  socket.on('message', (data) => {
    const { text } = JSON.parse(String(data)) as { text: string } // the benchmark's own frame
    let isStored = store === undefined
    let unsent = ''
    let reply = ''
    const send = (words: string) => {
      reply += words
      if (isStored) socket.send(JSON.stringify({ type: 'delta', text: words }))
      else unsent += words
    }
    const stored = store?.(text).then(() => {
      isStored = true
      if (unsent !== '') socket.send(JSON.stringify({ type: 'delta', text: unsent }))
    })
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
          if (words !== '') send(words)
        })
        response.on('end', async () => {
          await stored
          await store?.(reply)
          socket.send('{"type":"end"}')
        })
      },
    )
    upstream.end(JSON.stringify({ model: 'bench', stream: true, messages: [{ role: 'user', content: text }] }))
  })
}
