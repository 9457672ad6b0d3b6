import type { Database } from '@everkin/server/platform/db/database.ts'
import type { Record } from './record.ts'
import type { StoredMessage, StoredMessages } from './stored-messages.ts'

interface Transfer {
  key: string
  cause: string
  /** What the person got; negative for what they paid. */
  amount: number
  personId: string
}

const PRICE = 1
const REFUND = 'refund:'
const MAX_DESCRIBED = 12

/**
 * What is wrong with the books: every charge pays for one reply that says something, every other one is given back once,
 * every order is delivered once, and balances are the sums of their entries (promises 5 and 6).
 */
export async function verifyLedger(
  database: Database,
  stored: StoredMessages,
  record: Record,
): Promise<{ findings: string[]; isRefunded(chargeKey: string): boolean }> {
  const transfers = await database.query<Transfer>(
    `select t.key, t.cause, e.amount, a.owner_id as "personId" from ledger_transfer t
     join ledger_entry e on e.transfer_id = t.id join ledger_account a on a.id = e.account_id and a.kind = 'person'`,
  )
  const refunded = new Set(
    transfers.filter(({ key }) => key.startsWith(REFUND)).map(({ key }) => key.slice(REFUND.length)),
  )
  return {
    findings: [
      ...(await verifySums(database)),
      ...verifyCharges(transfers, refunded, stored),
      ...(await verifyOrders(database, transfers, record)),
    ],
    isRefunded: (chargeKey) => refunded.has(chargeKey),
  }
}

async function verifySums(database: Database): Promise<string[]> {
  const findings: string[] = []
  const [sum] = await database.query<{ total: number }>(
    'select coalesce(sum(amount), 0)::int as total from ledger_entry',
  )
  if (sum?.total !== 0) findings.push(`the ledger sums to ${sum?.total}`)
  const wrong = await database.query<{ id: string }>(
    `select a.id from ledger_account a where a.kind = 'person'
       and a.balance <> (select coalesce(sum(e.amount), 0) from ledger_entry e where e.account_id = a.id)`,
  )
  if (wrong.length > 0) findings.push(`${wrong.length} balances are not the sum of their entries`)
  return findings
}

function verifyCharges(
  transfers: readonly Transfer[],
  refunded: ReadonlySet<string>,
  stored: StoredMessages,
): string[] {
  const findings: string[] = []
  const charges = new Map(
    transfers.flatMap(({ key, amount }) => {
      const id = /^(?:send|reply_regenerated):(.+)$/.exec(key)?.[1]
      return id === undefined ? [] : [[key, { id, amount }] as const]
    }),
  )
  const isPaidAlone = ({ id }: StoredMessage) => charges.has(`reply_regenerated:${id}`)
  for (const [key, { id, amount }] of charges) {
    const message = stored.find(id)
    if (!message) findings.push(`the charge ${key} belongs to no message`)
    else if (amount !== -PRICE) findings.push(`the charge ${key} is ${amount}`)
    else {
      const isRefunded = refunded.has(key)
      const why = verifyCharge(repliesOf(stored, message, isPaidAlone), isRefunded, message.deleted)
      const mayBe = hasWaited(stored, message) && (isRefunded || isAnsweredLater(stored, message, isPaidAlone))
      if (why && !mayBe) findings.push(`the charge ${key} ${why}: ${describe(stored, message)}`)
    }
  }
  for (const message of stored.all) {
    if (message.chargeKey !== null && !charges.has(message.chargeKey))
      findings.push(`message ${message.id} was not charged`)
  }
  for (const key of refunded) if (!charges.has(key)) findings.push(`${key} was given back and never taken`)
  return findings
}

/** A message and what follows it, without its words, so that a finding can be understood when the database is gone. */
function describe(stored: StoredMessages, message: StoredMessage): string {
  const kind = ({ seq, rev, role, status, text, deleted, awaitsReply }: StoredMessage) =>
    [`#${seq} rev ${rev}`, role, status, `${text.length} characters`]
      .concat(deleted ? 'deleted' : [], awaitsReply ? 'awaits a reply' : [])
      .join(' ')
  const following = (of: StoredMessage): string[] =>
    stored
      .childrenOf(of)
      .flatMap((child) => [`${kind(child)} after #${of.seq}`, ...(child.role === 'user' ? following(child) : [])])
  return [kind(message), ...following(message).slice(0, MAX_DESCRIBED)].join('; ')
}

/**
 * Whether a message may have waited in the queue. It may then have been dropped and given back: by a stop, or because
 * another version was chosen before it was answered.
 */
function hasWaited(stored: StoredMessages, message: StoredMessage): boolean {
  return message.role === 'user' && stored.childrenOf(message).every(({ role }) => role === 'user')
}

/**
 * Whether any reply after a message says something. A message still waits when one that came later is answered first; if
 * that reply fails, the next one answers both.
 */
function isAnsweredLater(
  stored: StoredMessages,
  message: StoredMessage,
  isPaidAlone: (message: StoredMessage) => boolean,
): boolean {
  const left = [...stored.childrenOf(message)]
  for (let next = left.pop(); next; next = left.pop()) {
    if (next.role === 'character' && !isPaidAlone(next) && hasSaid(next)) return true
    left.push(...stored.childrenOf(next))
  }
  return false
}

const hasSaid = ({ status, text }: StoredMessage): boolean => status !== 'failed' && text.trim() !== ''

/** What is wrong with a charge, or null. Of what was deleted nobody knows any more whether it said anything. */
function verifyCharge(replies: readonly StoredMessage[], isRefunded: boolean, isDeleted: boolean): string | null {
  if (isDeleted || replies.some(({ deleted }) => deleted)) return null
  const isAnswered = replies.some(hasSaid)
  if (isAnswered && isRefunded) return 'was given back although there is a reply'
  if (!isAnswered && !isRefunded) return 'pays for nothing'
  return null
}

/**
 * The replies that a charge pays for: the reply itself, or the first one under a message or under the last of those that
 * waited with it; in a group with those that follow it. Other versions are paid by themselves.
 */
function repliesOf(
  stored: StoredMessages,
  message: StoredMessage,
  isPaidAlone: (message: StoredMessage) => boolean,
): StoredMessage[] {
  const children = stored.childrenOf(message)
  const replies = children.filter((child) => child.role === 'character' && !isPaidAlone(child))
  if (message.role === 'character') {
    const following = message.chatType === 'multiple' ? replies : []
    return [message, ...following.flatMap((reply) => repliesOf(stored, reply, isPaidAlone))]
  }
  const [first] = replies
  if (first) return repliesOf(stored, first, isPaidAlone)
  return children.filter(({ role }) => role === 'user').flatMap((child) => repliesOf(stored, child, isPaidAlone))
}

async function verifyOrders(database: Database, transfers: readonly Transfer[], record: Record): Promise<string[]> {
  const findings: string[] = []
  const stored = await database.query<{ id: string; key: string; state: string; payments: number }>(
    `select o.id, o.idempotency_key as key, o.state,
       (select count(*) from sandbox_payment p where p.order_id = o.id)::int as payments from purchase_order o`,
  )
  const delivered = Map.groupBy(
    transfers.filter(({ key }) => key.startsWith('order:')),
    ({ key }) => key,
  )
  for (const { id, key, state, payments } of stored) {
    if (payments > 1) findings.push(`order ${id} was paid ${payments} times`)
    const goods = delivered.get(`order:${id}`)?.length ?? 0
    if (goods !== (state === 'fulfilled' ? 1 : 0)) findings.push(`order ${id} (${state}) was delivered ${goods} times`)
    if (!record.orders.has(key)) findings.push(`order ${id} was wanted by nobody`)
  }
  for (const [key, { paid }] of record.orders) {
    const found = stored.filter((order) => order.key === key)
    if (found.length > 1) findings.push(`${found.length} orders have one key`)
    if (paid && found[0]?.state !== 'fulfilled')
      findings.push(`order ${paid.id} was told as paid and is ${found[0]?.state}`)
  }
  return findings
}
