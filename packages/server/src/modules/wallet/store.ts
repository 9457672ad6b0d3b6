import type { Queryable, Transaction } from '../../platform/db/database.ts'
import type { Movement } from './unspent.ts'

export type Asset = 'coin' | 'message'

/** Both balances and the membership: the source of the wallet on the wire. */
export interface WalletRow {
  coins: number
  messages: number
  member_until: number
}

const BALANCES = `
  coalesce((select balance from ledger_account where owner_id = $1 and asset = 'coin'), 0) as coins,
  coalesce((select balance from ledger_account where owner_id = $1 and asset = 'message'), 0) as messages,
  coalesce((select member_until from person where id = $1), 0) as member_until`

export function selectWallet(db: Queryable, personId: string): Promise<WalletRow[]> {
  return db.query<WalletRow>(`select ${BALANCES}`, [personId])
}

/** A charge or a grant, as it is booked. */
export interface NewTransfer {
  personId: string
  asset: Asset
  /** Positive, even for a charge; 0 books nothing. */
  amount: number
  /** Idempotency key: a second transfer with the same key books nothing. */
  key: string
  cause: string
  /** Id of the message, order or item that it belongs to, if any. */
  ref: string | null
  now: Date
}

const values = (transfer: NewTransfer) => [
  transfer.personId,
  transfer.asset,
  transfer.amount,
  transfer.key,
  transfer.cause,
  transfer.ref,
  transfer.now,
]

/** The system account must exist before an entry refers to it; its row is written once. */
const systemAccount = (name: string) => `system as (
    insert into ledger_account (id, kind, asset) values ('system:${name}:' || $2::text, 'system', $2::text)
    on conflict do nothing
  )`

/**
 * One statement. First the key, so that a second charge with it waits for the first and then does nothing. Then the
 * balance, only if it suffices and is not frozen. `is_new` without a `balance` means that the charge was refused;
 * `deleteEmptyTransfer` then frees the key. `balance` is the new one of the asset, the others are unchanged.
 */
export function insertCharge(
  tx: Transaction,
  transfer: NewTransfer,
): Promise<(WalletRow & { is_new: boolean; is_frozen: boolean; balance: number | null })[]> {
  return tx.query(
    `with transfer as (
       insert into ledger_transfer (key, asset, cause, ref, created_at)
       values ($4::text, $2::text, $5::text, $6::text, $7::timestamptz)
       on conflict (key) do nothing returning id
     ), account as (
       update ledger_account set balance = balance - $3::bigint
       where owner_id = $1::text and asset = $2::text and balance >= $3::bigint and frozen_at is null
         and exists (select 1 from transfer)
       returning id, balance
     ), ${systemAccount('spent')}, entry as (
       insert into ledger_entry (transfer_id, account_id, amount, balance)
       select transfer.id, account.id, -$3::bigint, account.balance from transfer, account
       union all
       select transfer.id, 'system:spent:' || $2::text, $3::bigint, null from transfer, account
     )
     select exists (select 1 from transfer) as is_new, (select balance from account) as balance,
       exists (select 1 from ledger_account
         where owner_id = $1::text and asset = $2::text and frozen_at is not null) as is_frozen, ${BALANCES}`,
    values(transfer),
  )
}

export async function deleteEmptyTransfer(tx: Transaction, key: string): Promise<void> {
  await tx.query('delete from ledger_transfer where key = $1', [key])
}

export function insertGrant(tx: Transaction, transfer: NewTransfer, accountId: string): Promise<{ balance: number }[]> {
  return tx.query<{ balance: number }>(
    `with transfer as (
       insert into ledger_transfer (key, asset, cause, ref, created_at)
       values ($4::text, $2::text, $5::text, $6::text, $7::timestamptz)
       on conflict (key) do nothing returning id
     ), account as (
       insert into ledger_account (id, kind, owner_id, asset, balance)
       select $8::text, 'person', $1::text, $2::text, $3::bigint from transfer
       on conflict (owner_id, asset) do update set balance = ledger_account.balance + excluded.balance
       returning id, balance
     ), ${systemAccount('granted')}, entry as (
       insert into ledger_entry (transfer_id, account_id, amount, balance)
       select transfer.id, account.id, $3::bigint, account.balance from transfer, account
       union all
       select transfer.id, 'system:granted:' || $2::text, -$3::bigint, null from transfer
     )
     select balance from account`,
    [...values(transfer), accountId],
  )
}

/** Reverses the charge with this key, at most once; only charges of people are refunded this way. */
export function insertRefund(
  tx: Transaction,
  refund: { key: string; cause: string; now: Date },
): Promise<{ id: number; person_id: string | null }[]> {
  return tx.query<{ id: number; person_id: string | null }>(
    `with original as (
       select t.id, t.asset, t.ref from ledger_transfer t
       where t.key = $1::text and exists (
         select 1 from ledger_entry e join ledger_account a on a.id = e.account_id
         where e.transfer_id = t.id and a.kind = 'person' and e.amount < 0)
     ), transfer as (
       insert into ledger_transfer (key, asset, cause, ref, created_at)
       select 'refund:' || $1::text, asset, $2::text, ref, $3::timestamptz from original
       on conflict (key) do nothing returning id
     ), paid as (
       select e.account_id, e.amount, a.kind from ledger_entry e
       join original on e.transfer_id = original.id join ledger_account a on a.id = e.account_id
       where exists (select 1 from transfer)
     ), account as (
       update ledger_account a set balance = a.balance - paid.amount from paid
       where a.id = paid.account_id and paid.kind = 'person' returning a.id, a.balance, a.owner_id
     ), entry as (
       insert into ledger_entry (transfer_id, account_id, amount, balance)
       select transfer.id, paid.account_id, -paid.amount, account.balance
       from transfer cross join paid left join account on account.id = paid.account_id
     )
     select id, (select owner_id from account limit 1) as person_id from transfer`,
    [refund.key, refund.cause, refund.now],
  )
}

/** The person's account, created if there is none, and locked: nothing is booked on it until the transaction ends. */
export async function openAccount(
  tx: Transaction,
  personId: string,
  asset: Asset,
  newAccountId: string,
): Promise<{ id: string; balance: number }> {
  await tx.query(
    `insert into ledger_account (id, kind, owner_id, asset) values ($3, 'person', $1, $2) on conflict do nothing`,
    [personId, asset, newAccountId],
  )
  const [account] = await tx.query<{ id: string; balance: number }>(
    'select id, balance from ledger_account where owner_id = $1 and asset = $2 for update',
    [personId, asset],
  )
  if (!account) throw new Error('an account was neither found nor created')
  return account
}

/**
 * Books what was sold, given or taken back: `person` on the person's account, `receivable` on the account of what is
 * owed to us, both signed, and the rest on the account it goes `against`, so that the sum is zero.
 */
export function insertMovement(
  tx: Transaction,
  move: Omit<NewTransfer, 'personId' | 'amount'> & {
    accountId: string
    person: number
    receivable: number
    against: 'sold' | 'granted'
  },
): Promise<{ id: number }[]> {
  return tx.query(
    `with transfer as (
       insert into ledger_transfer (key, asset, cause, ref, created_at)
       values ($4::text, $2::text, $5::text, $6::text, $7::timestamptz)
       on conflict (key) do nothing returning id
     ), account as (
       update ledger_account set balance = balance + $3::bigint
       where id = $1::text and $3::bigint <> 0 and exists (select 1 from transfer) returning id, balance
     ), system as (
       insert into ledger_account (id, kind, asset)
       values ('system:' || $9::text || ':' || $2::text, 'system', $2::text), ('system:receivable:' || $2::text, 'system', $2::text)
       on conflict do nothing
     ), entry as (
       insert into ledger_entry (transfer_id, account_id, amount, balance)
       select transfer.id, account.id, $3::bigint, account.balance from transfer, account
       union all
       select transfer.id, 'system:receivable:' || $2::text, $8::bigint, null from transfer where $8::bigint <> 0
       union all
       select transfer.id, 'system:' || $9::text || ':' || $2::text, -$3::bigint - $8::bigint, null from transfer
       where $3::bigint + $8::bigint <> 0
     )
     select id from transfer`,
    [move.accountId, move.asset, move.person, move.key, move.cause, move.ref, move.now, move.receivable, move.against],
  )
}

/** All entries of an account, oldest first, for the replay in `unspent.ts`. */
export function selectMovements(tx: Transaction, accountId: string): Promise<Movement[]> {
  return tx.query(
    `select t.key, t.cause, t.ref, e.amount from ledger_entry e join ledger_transfer t on t.id = e.transfer_id
     where e.account_id = $1 order by e.transfer_id`,
    [accountId],
  )
}

interface EntryRow {
  id: number
  asset: Asset
  amount: number
  balance: number
  cause: string
  ref: string | null
  created_at: Date
}

/** Entries of the person's accounts older than a transfer, newest first; each account is read from its index. */
export function selectEntries(
  db: Queryable,
  personId: string,
  page: { beforeId: number; limit: number; asset: Asset | null },
): Promise<EntryRow[]> {
  return db.query<EntryRow>(
    `select t.id, t.asset, e.amount, e.balance, t.cause, t.ref, t.created_at
     from ledger_account a
     cross join lateral (
       select transfer_id, amount, balance from ledger_entry
       where account_id = a.id and transfer_id < $2 order by transfer_id desc limit $3
     ) e
     join ledger_transfer t on t.id = e.transfer_id
     where a.owner_id = $1 and ($4::text is null or a.asset = $4::text) order by t.id desc limit $3`,
    [personId, page.beforeId, page.limit, page.asset],
  )
}

/** A person's account for an asset; none before its first entry. */
export function selectAccount(
  db: Queryable,
  personId: string,
  asset: Asset,
): Promise<{ balance: number; is_frozen: boolean }[]> {
  return db.query(
    'select balance, frozen_at is not null as is_frozen from ledger_account where owner_id = $1 and asset = $2',
    [personId, asset],
  )
}

/** Removes every link between the person and their entries; amounts and sums stay. */
export async function replaceOwner(tx: Transaction, personId: string, pseudonym: string): Promise<void> {
  await tx.query(
    `update ledger_transfer t set key = 'erased:' || t.id, ref = null where t.id in (
       select e.transfer_id from ledger_entry e join ledger_account a on a.id = e.account_id where a.owner_id = $1)`,
    [personId],
  )
  await tx.query('update ledger_account set owner_id = $2 where owner_id = $1', [personId, pseudonym])
}
