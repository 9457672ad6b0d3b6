import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Movement, PURCHASE_CAUSES, replayUnspent } from './unspent.ts'

const gift = (key: string, amount: number): Movement => ({ key, cause: 'checkin', ref: null, amount })
const bought = (order: string, amount: number): Movement => ({
  key: `order:${order}`,
  cause: PURCHASE_CAUSES.bought,
  ref: order,
  amount,
})
const charged = (key: string, amount: number): Movement => ({
  key,
  cause: 'message_sent',
  ref: 'chat',
  amount: -amount,
})
const refunded = (key: string, amount: number): Movement => ({
  key: `refund:${key}`,
  cause: 'reply_refund',
  ref: 'chat',
  amount,
})
const left = (movements: Movement[]) => {
  const { gifted, purchased } = replayUnspent(movements)
  return { gifted, ...Object.fromEntries(purchased) }
}

describe('what is unspent', () => {
  it('spends gifts before purchases, and older purchases before newer ones', () => {
    const before = [bought('a', 10), gift('g', 5), bought('b', 10)]
    expect(left([...before, charged('1', 4)])).toEqual({ gifted: 1, a: 10, b: 10 })
    expect(left([...before, charged('1', 4), charged('2', 4)])).toEqual({ gifted: 0, a: 7, b: 10 })
    expect(left([...before, charged('1', 18)])).toEqual({ gifted: 0, a: 0, b: 7 })
  })

  it('returns a refunded charge to where it came from, even after more was given', () => {
    const movements = [gift('g', 5), bought('a', 10), charged('1', 8), gift('h', 3), refunded('1', 8)]
    expect(left(movements)).toEqual({ gifted: 8, a: 10 })
  })

  it('revokes a purchase from that purchase, and restores it there', () => {
    const taken: Movement = { key: 'order:b:1', cause: PURCHASE_CAUSES.chargedBack, ref: 'b', amount: -10 }
    const restored: Movement = { key: 'order:b:2', cause: PURCHASE_CAUSES.restored, ref: 'b', amount: 10 }
    const before = [gift('g', 5), bought('a', 10), bought('b', 10)]
    expect(left([...before, taken])).toEqual({ gifted: 5, a: 10, b: 0 })
    expect(left([...before, taken, restored])).toEqual({ gifted: 5, a: 10, b: 10 })
  })

  it('is correct when two transfers of the same moment have swapped numbers', () => {
    expect(left([charged('1', 3), gift('g', 5)])).toEqual({ gifted: 2 })
    expect(left([charged('1', 3), bought('a', 5)])).toEqual({ gifted: 0, a: 2 })
    expect(left([charged('1', 3), gift('g', 5), refunded('1', 3)])).toEqual({ gifted: 5 })
  })

  it('holds for any history: parts sum to the balance, none is negative, no purchase has more than it brought', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('gift' as const), amount: fc.integer({ min: 1, max: 20 }) }),
      fc.record({ kind: fc.constant('buy' as const), amount: fc.integer({ min: 1, max: 20 }) }),
      fc.record({ kind: fc.constant('charge' as const), amount: fc.integer({ min: 1, max: 20 }) }),
      fc.record({ kind: fc.constant('refund' as const), amount: fc.nat() }),
      fc.record({ kind: fc.constant('take' as const), amount: fc.nat() }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const history: Movement[] = []
        const brought = new Map<string, number>()
        const open: { key: string; amount: number }[] = []
        let [balance, gifts, spent] = [0, 0, 0]
        for (const [index, { kind, amount }] of steps.entries()) {
          const id = `k${index}`
          if (kind === 'gift') history.push(gift(id, amount))
          if (kind === 'gift') gifts += amount
          if (kind === 'buy') history.push(bought(id, amount))
          if (kind === 'buy') brought.set(id, amount)
          if (kind === 'charge' && amount <= balance) {
            history.push(charged(id, amount))
            open.push({ key: id, amount })
            spent += amount
          }
          if (kind === 'refund' && open.length > 0) {
            const [charge] = open.splice(amount % open.length, 1)
            history.push(refunded(charge!.key, charge!.amount))
            spent -= charge!.amount
          }
          if (kind === 'take' && brought.size > 0) {
            const [order] = [...brought.keys()].slice(amount % brought.size)
            const unspent = replayUnspent(history).purchased.get(order!) ?? 0
            if (unspent > 0) history.push({ key: id, cause: PURCHASE_CAUSES.refunded, ref: order!, amount: -unspent })
          }
          balance = history.reduce((sum, movement) => sum + movement.amount, 0)
        }
        const { gifted, purchased } = replayUnspent(history)
        expect([...purchased.values()].reduce((sum, amount) => sum + amount, gifted)).toBe(balance)
        expect(gifted).toBeGreaterThanOrEqual(0)
        expect(gifted).toBeGreaterThanOrEqual(gifts - spent)
        for (const [order, amount] of purchased) {
          expect(amount).toBeGreaterThanOrEqual(0)
          expect(amount).toBeLessThanOrEqual(brought.get(order) ?? 0)
        }
      }),
      { numRuns: 500, seed: 20_261_121 },
    )
  })
})
