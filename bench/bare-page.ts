/** The baseline for pages: React renders forty cards and a text box on a minimal server; no script, no database. */
import { createServer } from 'node:http'
import { createElement as h } from 'react'
import { renderToString } from 'react-dom/server'

const CARDS = Number(process.env.CARDS ?? 40)
const cards = Array.from({ length: CARDS }, (_, index) => ({
  id: `bench${index}`,
  name: `Marisol Beldrenor ${index}`,
  tagline: 'Keeps the night ferry, and the names of all who took it once and never came back for more.',
  chats: 1_000 - index,
}))

function Page() {
  return h(
    'html',
    { lang: 'en' },
    h('head', null, h('meta', { charSet: 'utf-8' }), h('title', null, 'Cards')),
    h(
      'body',
      null,
      h('form', null, h('input', { name: 'q', 'aria-label': 'Search' })),
      h(
        'div',
        { className: 'grid' },
        cards.map((card) =>
          h(
            'a',
            { key: card.id, className: 'book', href: `/card/${card.id}` },
            h('span', { className: 'cover' }, card.name[0]),
            h('h3', { dir: 'auto' }, card.name),
            h('p', { dir: 'auto' }, card.tagline),
            h('span', { className: 'meta' }, String(card.chats)),
          ),
        ),
      ),
    ),
  )
}

createServer((request, response) => {
  if (request.url !== '/') return response.writeHead(204).end()
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html>${renderToString(h(Page))}`)
}).listen(Number(process.env.PORT), '127.0.0.1')
