import type { ServiceOverrides } from './infrastructure.ts'
import { canReportImage } from './modules/albums/module.ts'
import { findDraft } from './modules/card-editor/module.ts'
import { canReportCard, canReportPerson, findOwnPortrait } from './modules/characters/module.ts'
import { findMessageForReport } from './modules/chats/module.ts'
import { type createImageTasksModule, findOwnImage } from './modules/image-tasks/module.ts'
import { ALL_RETRIEVAL_OPTIONS, createRecallIndexCache, type MemoryServices } from './modules/memory/module.ts'
import type { BaseConnection, ServiceConnections, TextModel } from './modules/models/module.ts'
import type { Settings } from './platform/config.ts'
import type { Queryable } from './platform/db/database.ts'
import { enablePgvector } from './platform/db/pgvector.ts'
import type { ServerCore } from './platform/server-module.ts'

/** What image tasks need to know of the portraits of cards and drafts. */
export const portraitPorts: Pick<Parameters<typeof createImageTasksModule>[1], 'lacksPortrait' | 'findPortraitSpec'> = {
  lacksPortrait: async (db, personId, id) => {
    const draft = await findDraft(db, personId, id)
    if (draft && draft.cardId === null) return true
    const portrait = await findOwnPortrait(db, personId, draft?.cardId ?? id)
    return portrait === undefined ? undefined : portrait === null
  },
  findPortraitSpec: async (db, personId, cardId) => {
    const portrait = await findOwnPortrait(db, personId, cardId)
    return portrait ? ((await findOwnImage(db, personId, portrait))?.spec ?? null) : portrait
  },
}

/** Who may report an item of each kind: a card by access, everything else by whether the person can see it. */
export function reportTargetsOf(settings: Settings) {
  type Reporter = Parameters<typeof canReportCard>[3]
  const byPerson =
    (canReport: (db: Queryable, id: string, personId: string) => Promise<boolean>) =>
    (db: Queryable, id: string, { personId }: Reporter) =>
      canReport(db, id, personId)
  const byAccess = (type: 'single' | 'multiple') => (db: Queryable, id: string, reporter: Reporter) =>
    canReportCard({ settings }, db, { id, type }, reporter)
  return {
    card: byAccess('single'),
    group: byAccess('multiple'),
    message: byPerson(findMessageForReport),
    image: byPerson(canReportImage),
    user: byPerson(canReportPerson),
  }
}

/** A connection to the model of a test, in place of the one that the settings choose. */
export function testModelConnection(model: TextModel, { modelBaseUrl }: Settings): BaseConnection {
  return { id: 'environment', name: model.name, baseUrl: modelBaseUrl, hasKey: false, model }
}

/** Memory with its index cache; vectors are in the database as soon as there are embeddings and pgvector. */
export async function createMemoryServices(
  core: ServerCore,
  models: Pick<MemoryServices, 'models' | 'usage'>,
  { connections, embeddings }: { connections: ServiceConnections; embeddings: MemoryServices['embeddings'] },
  overrides: ServiceOverrides,
): Promise<MemoryServices> {
  let isInDatabase = false
  const useDatabaseForVectors = async () => {
    if (!isInDatabase && embeddings()) isInDatabase = await enablePgvector(core.database, core.log)
  }
  await useDatabaseForVectors()
  connections.onReload(() => void useDatabaseForVectors())
  return {
    ...core,
    ...models,
    embeddings,
    indexes: createRecallIndexCache(core.database, {
      embeddingName: () => embeddings()?.name ?? null,
      isInDatabase: () => isInDatabase,
      maxVectorBytes: overrides.maxVectorBytes,
    }),
    retrieval: overrides.retrievalOptions ?? ALL_RETRIEVAL_OPTIONS,
  }
}

/** The contact that push services require: a mail address or an https URL (RFC 8292). */
export function pushContactOf({ settings, siteUrl }: ServerCore): string {
  if (settings.supportEmail) return `mailto:${settings.supportEmail}`
  return siteUrl().startsWith('https:') ? siteUrl() : 'mailto:nobody@localhost'
}
