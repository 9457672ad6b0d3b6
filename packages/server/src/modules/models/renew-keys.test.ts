import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppSecret } from '../../platform/app-secret.ts'
import type { Database } from '../../platform/db/database.ts'
import { createKeyCipher } from './connection-key.ts'
import { selectConnections, updateConnectionKey, upsertConnection } from './connection-store.ts'
import { renewKeys } from './renew-keys.ts'
import { selectServices, updateServiceKey, upsertService } from './service-connections/service-connection-store.ts'
import { cipherIdOf } from './service-connections/service-connections.ts'

const BEFORE = { current: 'a secret of tests, 32 letters or more', fallbacks: [] }
const AFTER = { current: 'the next secret of tests, 32 letters', fallbacks: [BEFORE.current] }
const now = new Date('2026-11-28T10:00:00Z')

describe.each(testDatabaseKinds)('keys of connections after APP_SECRET was replaced, on %s', (kind) => {
  let db: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase(kind))
  })
  afterAll(() => drop())

  const connection = (id: string, apiKey: Uint8Array | null) => ({
    ...{ id, name: id, kind: 'openai_compatible' as const, baseUrl: 'http://127.0.0.1:1/v1', apiKey },
    ...{ enabled: true, isDefault: false, models: [] },
  })
  const keysBy = async (secret: AppSecret) => {
    const cipher = createKeyCipher(secret)
    const stored = await selectConnections(db)
    const services = await selectServices(db)
    return [
      ...stored.map(({ id, apiKey }) => apiKey && cipher.decrypt(apiKey, id)),
      ...services.map(({ purpose, apiKey }) => apiKey && cipher.decrypt(apiKey, cipherIdOf(purpose))),
    ]
  }

  it('are encrypted with the current one, once, and lost ones stay as they are', async () => {
    const cipher = createKeyCipher(BEFORE)
    await db.transaction(async (tx) => {
      await upsertConnection(tx, connection('one', cipher.encrypt('sk-one', 'one')), now)
      await upsertConnection(tx, connection('two', null), now)
      await upsertConnection(tx, connection('lost', Uint8Array.of(1, 2, 3)), now)
    })
    const apiKey = cipher.encrypt('sk-embeddings', cipherIdOf('embeddings'))
    const service = { baseUrl: 'http://127.0.0.1:1/v1', apiKey, model: 'embed', voices: null }
    await upsertService(db, { purpose: 'embeddings', ...service }, now)

    const withoutFallback = { ...AFTER, fallbacks: [] }
    expect(await keysBy(AFTER)).toEqual(['sk-one', null, null, 'sk-embeddings'])
    expect(await keysBy(withoutFallback)).toEqual([null, null, null, null])
    expect(await renewKeys(db, createKeyCipher(AFTER))).toBe(2)
    expect(await renewKeys(db, createKeyCipher(AFTER))).toBe(0)
    expect(await keysBy(withoutFallback)).toEqual(['sk-one', null, null, 'sk-embeddings'])
  })

  it('are not put back where an operator has entered another meanwhile', async () => {
    const cipher = createKeyCipher(AFTER)
    const [stale, fresh] = [cipher.encrypt('sk-old', 'one'), cipher.encrypt('sk-new', 'one')]
    await db.transaction((tx) => upsertConnection(tx, connection('one', fresh), now))
    expect(await updateConnectionKey(db, { id: 'one', from: stale, to: stale })).toBe(false)
    expect((await keysBy(AFTER))[0]).toBe('sk-new')
    const service = { baseUrl: 'http://127.0.0.1:1/v1', apiKey: fresh, model: 'embed', voices: null }
    await upsertService(db, { purpose: 'embeddings', ...service }, now)
    expect(await updateServiceKey(db, { purpose: 'embeddings', from: stale, to: stale })).toBe(false)
  })
})
