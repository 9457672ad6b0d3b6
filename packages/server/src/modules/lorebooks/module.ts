import { lorebooks } from '@everkin/contract/http/lorebooks.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { bindHandlers } from '../../platform/http/handlers.ts'
import { listExport } from '../../platform/personal-data.ts'
import type { ServerCore, ServerModule } from '../../platform/server-module.ts'
import { assertStorageQuota } from '../media/module.ts'
import { lorebookHandlers } from './routes.ts'
import type { LorebookServices } from './services.ts'
import { selectLorebook, selectLorebooks, selectUses, sumLorebookBytes } from './store.ts'

export { attachLorebooks, copyLorebooks, listAttached, listPersonaBooks } from './attachments.ts'
export { selectContents as loadLorebookContents, selectTurnBooks as listTurnBooks, type TurnBook } from './store.ts'

export function createLorebooksModule(
  core: ServerCore,
  ports: Pick<LorebookServices, 'moderator'>,
): ServerModule & { services: LorebookServices } {
  const services: LorebookServices = {
    ...core,
    ...ports,
    assertStorageQuota: (db, personId) =>
      assertStorageQuota({ ...core, storedBytes: core.modules.storedBytes }, db, personId, null),
  }
  return {
    name: 'lorebooks',
    services,
    operations: bindHandlers(lorebooks, lorebookHandlers(services)),
    frames: {},
    onConnect: null,
    syncSource: null,
    recurringJobs: [],
    personalData: {
      tables: { lorebook: { erasure: 'deleted' }, lorebook_attachment: { erasure: 'deleted' } },
      exportParts: [
        listExport(
          { path: 'lorebooks.json', about: 'lorebooks', tables: ['lorebook', 'lorebook_attachment'] },
          exportLorebooks,
        ),
      ],
      eraseSteps: [],
      storedBytes: sumLorebookBytes,
    },
    mediaUsage: null,
    metrics: null,
    lifecycle: {},
  }
}

/** Every book of a person with its uses (D2), one at a time. They are erased with the person's row. */
async function* exportLorebooks(db: Queryable, personId: string): AsyncIterable<object> {
  const uses = await selectUses(db, personId, null)
  for (const { id } of await selectLorebooks(db, personId)) {
    const book = await selectLorebook(db, personId, id)
    if (!book) continue
    const { content, ...rest } = book
    const ofBook = uses.filter((use) => use.lorebookId === id)
    yield {
      ...rest,
      uses: ofBook.map(({ kind, id: target, name }) => ({ kind, id: target, name })),
      content: JSON.parse(content),
    }
  }
}
