/**
 * The baselines of `first-word.ts`: the smallest relay, server-sent events in, websocket frames out. With DATABASE_URL it
 * stores each message and each reply in PostgreSQL, with EMBEDDED_DIR in an embedded database, and otherwise nothing.
 */
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { WebSocketServer } from 'ws'
import { relayWords, type StoreText } from './measure/relay.ts'

const TABLE =
  'create table relayed (id bigserial primary key, said_at timestamptz not null default now(), text text not null)'
const INSERT = 'insert into relayed (text) values ($1)'

const model = new URL(process.env.MODEL_BASE_URL ?? '')
const store = await openStore()

new WebSocketServer({ host: '127.0.0.1', port: Number(process.env.PORT), perMessageDeflate: false }).on(
  'connection',
  (socket) => relayWords(socket, model, store),
)

async function openStore(): Promise<StoreText | undefined> {
  const { DATABASE_URL, EMBEDDED_DIR } = process.env
  if (DATABASE_URL) {
    const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 })
    await pool.query(TABLE)
    return async (text) => void (await pool.query({ name: 'insert', text: INSERT, values: [text] }))
  }
  if (EMBEDDED_DIR) {
    const database = await PGlite.create(EMBEDDED_DIR)
    await database.exec(TABLE)
    return async (text) => void (await database.query(INSERT, [text]))
  }
  return undefined
}
