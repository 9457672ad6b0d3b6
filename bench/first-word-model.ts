/**
 * The model of the benchmarks: an OpenAI-compatible stream whose every word is the time at which it was written. A last
 * message such as "say 400 words every 5 ms" sets the length and the pace of its reply. After `PUT /first-word/2`, the
 * first word of every reply takes 2 ms.
 */
import { createServer } from 'node:http'
import { stampedWord } from './measure/stamped-words.ts'

const defaultWords = Number(process.env.WORDS ?? 30)
const defaultDelayMs = Number(process.env.DELAY_MS ?? 20)
let firstWordMs = 0

const chunk = (delta: object, finish: string | null) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

const server = createServer((request, response) => {
  if (request.method === 'GET')
    return response.end(JSON.stringify({ object: 'list', data: [{ id: 'bench', object: 'model' }] }))
  if (request.method === 'PUT') {
    firstWordMs = Number(request.url?.split('/').at(-1))
    return response.end()
  }
  let asked = ''
  request.setEncoding('utf8').on('data', (piece: string) => {
    asked += piece
  })
  request.on('end', () => {
    const [, words = defaultWords, delayMs = defaultDelayMs] =
      [...asked.matchAll(/say (\d+) words every (\d+) ms/g)].at(-1)?.map(Number) ?? []
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    let said = 0
    const say = () => {
      said += 1
      response.write(chunk({ content: stampedWord(performance.timeOrigin + performance.now(), said) }, null))
      if (said < words) return delayMs === 0 ? setImmediate(say) : setTimeout(say, delayMs)
      response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`)
    }
    if (firstWordMs > 0) setTimeout(say, firstWordMs)
    else say()
  })
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.env.PORT), '127.0.0.1')
