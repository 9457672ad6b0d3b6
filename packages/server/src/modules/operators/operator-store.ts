import type { OperatorRole } from '@everkin/contract/operator-roles.ts'
import type { Settings } from '../../platform/config.ts'
import type { Queryable } from '../../platform/db/database.ts'

export interface PossibleOperatorRow {
  id: string
  nickname: string
  email: string | null
  isFirst: boolean
  operatorRole: OperatorRole | null
}

/** Everyone who has a role, and people who may be owners by the settings. */
export function selectOperators(
  db: Queryable,
  { adminEmails }: Pick<Settings, 'adminEmails'>,
): Promise<PossibleOperatorRow[]> {
  return db.query<PossibleOperatorRow>(
    `with first as (select id from person where guest_messages_left is null order by created_at, id limit 1)
     select p.id, p.nickname, p.email, p.id = (select id from first) as "isFirst", p.operator_role as "operatorRole"
     from person p
     where p.operator_role is not null or p.email = any($1::text[]) or p.id = (select id from first)
     order by p.created_at, p.id`,
    [adminEmails],
  )
}
