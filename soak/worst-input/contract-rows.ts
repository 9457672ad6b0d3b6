import { WORST_TEXTS, worstInput } from '@everkin/testing/worst-values.ts'
import { saveRow } from './card-rows.ts'
import { ALL_OPERATIONS } from './worst-client.ts'
import type { WorstRow } from './worst-row.ts'

/** They would end the session or the account. */
const LEFT_OUT = new Set([
  'POST /api/account/delete',
  'POST /api/account/logout',
  'POST /api/account/emailLogin',
  'POST /api/user/profile',
])

/** The largest input of every operation, from its schema, with each kind of text. */
export function rowsOfContract(): WorstRow[] {
  const rows = ALL_OPERATIONS.flatMap((operation): WorstRow[] => {
    const call = `${operation.method} ${operation.path}`
    if (LEFT_OUT.has(call) || operation.upload || operation.signedBy) return []
    const takesText = Boolean(operation.body ?? operation.query)
    return Object.entries(takesText ? WORST_TEXTS : { nothing: ' ' }).map(([input, unit]) => ({
      operation: call,
      input,
      run: async (client, made) => {
        const query = worstInput(operation.query, unit, made, true)
        const body = worstInput(operation.body, unit, made, false)
        return (await client.call(call, { query, body })).code
      },
    }))
  })
  // What deletes comes last, so that the others find something.
  const isDeletion = ({ operation }: WorstRow) => /delete|leave|revoke/i.test(operation)
  return [
    saveRow('for the rows that follow', {}, 'id'),
    startChat,
    ...rows.toSorted((one, other) => Number(isDeletion(one)) - Number(isDeletion(other))),
  ]
}

const startChat: WorstRow = {
  operation: 'POST /api/chat/start',
  input: 'for the rows that follow',
  run: async (client, made) => {
    const { code, data } = await client.call('POST /api/chat/start', { body: { card_id: made.id } })
    Object.assign(made, { card_id: made.id, chat_id: data.id })
    return code
  },
}
