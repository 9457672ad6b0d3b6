import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import english from '../../../../../locales/en/wallet.json' with { type: 'json' }
import { causeTarget, causeText } from './cause.ts'

const SERVER = new URL('../../../../server/src/modules/', import.meta.url)

/** All causes of ledger entries in the server's sources. */
function bookedCauses(): string[] {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  const sources = files
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .map((name) => readFileSync(new URL(name, SERVER), 'utf8'))
  const written = sources.flatMap((source) =>
    [...source.matchAll(/\bcause: '(\w+)'(?! \|)/g)].map(([, cause]) => cause ?? ''),
  )
  const purchases = sources.flatMap((source) => {
    const [, table = ''] = /PURCHASE_CAUSES = \{([^}]*)\}/.exec(source) ?? []
    return [...table.matchAll(/: '(\w+)'/g)].map(([, cause]) => cause ?? '')
  })
  return [...new Set([...written, ...purchases])]
}

describe('causeText', () => {
  it('has a specific text for every cause that the server uses', () => {
    const causes = bookedCauses()
    expect(causes).toEqual(
      expect.arrayContaining([
        'newAccount',
        'purchase',
        'checkin',
        'message_sent',
        'reply_branched',
        'reply_regenerated',
        'reply_spoken',
        'reply_refund',
      ]),
    )
    for (const cause of causes) {
      const [, , name = ''] = causeText(cause).split('.')
      expect(english.cause, cause).toHaveProperty(name)
      expect(name, cause).not.toBe('other')
    }
  })

  it('links the cost of a message to its chat, and a grant to nothing', () => {
    expect(['message_sent', 'reply_refund', 'checkin', 'newAccount'].map(causeTarget)).toEqual([
      'chat',
      'chat',
      null,
      null,
    ])
  })

  it('has a generic text for an unknown cause', () => {
    expect(causeText('from a later version')).toBe('wallet.cause.other')
    expect(causeTarget('from a later version')).toBeNull()
  })
})
