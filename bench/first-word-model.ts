/** The model of `first-word.ts`: an OpenAI-compatible stream whose every word is the moment at which it was written. */
import { createServer } from 'node:http'

const words = Number(process.env.WORDS ?? 30)
const delayMs = Number(process.env.DELAY_MS ?? 20)

const stamp = () => `${(performance.timeOrigin + performance.now()).toFixed(3)} `
const chunk = (delta: object, finish: string | null) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

const server = createServer((request, response) => {
  if (request.method === 'GET')
    return response.end(JSON.stringify({ object: 'list', data: [{ id: 'bench', object: 'model' }] }))
  request.resume()
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    let said = 0
    const say = () => {
      said += 1
      response.write(chunk({ content: stamp() }, null))
      if (said < words) return delayMs === 0 ? setImmediate(say) : setTimeout(say, delayMs)
      response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`)
    }
    say()
  })
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.env.PORT), '127.0.0.1')
