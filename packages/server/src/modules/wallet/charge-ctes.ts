/**
 * A charge as part of a larger statement, for the charge of every message: it books the same entries as `charge`, in
 * the same round trip as what is paid for. Each argument is a parameter (`$3`) of that statement. `source` names a CTE
 * that has a row exactly when the charge is to be made. If the balance does not suffice, or the account was frozen in
 * the meantime, the account's check fails, and with it the whole statement. Defines `charged_account (id, balance)`.
 */
export function messageChargeCtes(
  source: string,
  charge: { personId: string; amount: string; key: string; cause: string; ref: string; now: string },
): string {
  return `charge_transfer as (
      insert into ledger_transfer (key, asset, cause, ref, created_at)
      select ${charge.key}::text, 'message', ${charge.cause}::text, ${charge.ref}::text, ${charge.now}::timestamptz
      from ${source} where ${charge.amount}::bigint > 0 returning id
    ), charged_account as (
      update ledger_account
      set balance = case when frozen_at is null then ledger_account.balance - ${charge.amount}::bigint else -1 end
      from charge_transfer
      where owner_id = ${charge.personId}::text and asset = 'message' returning ledger_account.id, ledger_account.balance
    ), charge_system as (
      insert into ledger_account (id, kind, asset) values ('system:spent:message', 'system', 'message') on conflict do nothing
    ), charge_entry as (
      insert into ledger_entry (transfer_id, account_id, amount, balance)
      select charge_transfer.id, charged_account.id, -${charge.amount}::bigint, charged_account.balance
      from charge_transfer, charged_account
      union all
      select charge_transfer.id, 'system:spent:message', ${charge.amount}::bigint, null from charge_transfer, charged_account
    )`
}

/** A condition that holds when the person may and can pay. Concurrent changes are caught by the account's check. */
export function canPayMessages(personId: string, amount: string): string {
  return `(${amount}::bigint = 0 or exists (select 1 from ledger_account
    where owner_id = ${personId}::text and asset = 'message' and balance >= ${amount}::bigint and frozen_at is null))`
}

/** Both balances after the statement: `coins` and `messages`. */
export function balancesAfterCharge(personId: string): string {
  const balance = (asset: string) =>
    `(select balance from ledger_account where owner_id = ${personId}::text and asset = '${asset}')`
  return `coalesce(${balance('coin')}, 0) as coins,
    coalesce((select balance from charged_account), ${balance('message')}, 0) as messages`
}
