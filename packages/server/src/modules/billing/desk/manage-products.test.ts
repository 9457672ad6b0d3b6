import { testBilling } from '@everkin/testing/billing-services.ts'
import { createTestPerson } from '@everkin/testing/builders.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { createOrder } from '../create-order.ts'
import { findOrder } from '../order-store.ts'
import { payOrder } from '../pay-order.ts'
import { listProducts } from '../product-store.ts'
import { listAllProducts, type ProductChange, saveProduct } from './manage-products.ts'

describe.each(testDatabaseKinds)('products at the desk on %s', (kind) => {
  let db: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase(kind))
  })
  afterAll(() => drop())

  const open = async () => {
    const { services } = testBilling(db)
    const [person, operator] = [await createTestPerson(db), await createTestPerson(db)]
    const find = async (id: string) => (await listAllProducts(db)).find((product) => product.id === id)!
    const changeOf = async (id: string, overrides: Partial<ProductChange>): Promise<ProductChange> => {
      const { open_orders: _open, ...product } = await find(id)
      return { ...product, ...overrides }
    }
    return {
      services,
      person,
      find,
      changeOf,
      save: (change: ProductChange) => saveProduct(services, change, operator.id),
      onSale: async () => (await listProducts(services, null, null)).map(({ id }) => id),
    }
  }
  const pack: ProductChange = {
    id: 'coins-50',
    kind: 'coins',
    name: { en: '50 coins', de: '50 Münzen', fr: '' },
    badge: null,
    amount: 129,
    currency: 'USD',
    content: 50,
    position: 9,
    active: false,
    revision: 0,
  }

  it('changes a price for new orders; an open order keeps its own', async () => {
    const { services, person, find, changeOf, save } = await open()
    const request = { productId: 'coins-100', idempotencyKey: newId() }
    const before = await createOrder(services, person.id, request)
    expect(await find('coins-100')).toMatchObject({ amount: 199, open_orders: 1 })
    const saved = await save(await changeOf('coins-100', { amount: 249, content: 120 }))
    expect(saved).toMatchObject({ amount: 249, content: 120, revision: 2 })
    const after = await createOrder(services, person.id, { ...request, idempotencyKey: newId() })
    expect([after.amount, after.product.coin_num]).toEqual([249, 120])
    await payOrder(services, person.id, { orderId: before.id, method: '4242424242424242', confirm: false })
    expect(await findOrder(db, before.id)).toMatchObject({
      amount: 199,
      state: 'fulfilled',
      product: { coin_num: 100 },
    })
    const rows = await db.query<{ details: string }>(
      `select details from audit_entry where action = 'product.changed' and target_id = 'coins-100'`,
    )
    expect(rows.map(({ details }) => JSON.parse(details))).toMatchObject([{ amount_before: 199, amount: 249 }])
  })

  it('creates a product, puts it on sale and takes it off', async () => {
    const { changeOf, save, onSale, find } = await open()
    expect(await save(pack)).toMatchObject({ id: 'coins-50', revision: 1, name: { en: '50 coins', de: '50 Münzen' } })
    expect(await onSale()).not.toContain('coins-50')
    await save(await changeOf('coins-50', { active: true, badge: { en: 'New' } }))
    expect(await onSale()).toContain('coins-50')
    expect((await find('coins-50')).badge).toEqual({ en: 'New' })
    await save(await changeOf('coins-50', { active: false, badge: { en: '' } }))
    expect(await onSale()).not.toContain('coins-50')
    expect((await find('coins-50')).badge).toBeNull()
    await expect(save(pack)).rejects.toMatchObject({ errorName: 'Conflict', textKey: 'productExists' })
  })

  it('stores nothing for bad input, and does not overwrite a newer change', async () => {
    const { changeOf, save, find } = await open()
    const change = await changeOf('coins-500', {})
    const before = await find('coins-500')
    for (const [wrong, path] of [
      [{ name: { de: 'Nur Deutsch' } }, 'name.en'],
      [{ badge: { de: 'Neu' } }, 'badge.en'],
      [{ kind: 'messages' }, 'kind'],
    ] as const)
      await expect(save({ ...change, ...wrong })).rejects.toMatchObject({
        errorName: 'InvalidInput',
        facts: { issues: [{ path }] },
      })
    await expect(save({ ...change, id: 'nothing' })).rejects.toMatchObject({ errorName: 'NotFound' })
    await expect(save({ ...(await changeOf('membership-30', {})), content: 4_000 })).rejects.toMatchObject({
      errorName: 'InvalidInput',
    })
    expect(await find('coins-500')).toEqual(before)
    const raced = await Promise.allSettled([1, 2, 3].map((n) => save({ ...change, amount: 700 + n })))
    expect(raced.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(save(change)).rejects.toMatchObject({ textKey: 'deskChanged', facts: { rev: change.revision + 1 } })
  })
})
