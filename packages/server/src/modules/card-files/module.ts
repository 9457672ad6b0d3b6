import { cardFiles } from '@everkin/contract/http/card-files.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { bindHandlers } from '../../platform/http/handlers.ts'
import { claimFolder } from '../../platform/owned-folder.ts'
import { folderExport } from '../../platform/personal-data.ts'
import type { ServerCore, ServerModule } from '../../platform/server-module.ts'
import { createCardWorkerClient } from './card-worker-client.ts'
import { assertCanImport } from './import-card.ts'
import { eraseImports, exportImports, importFolder, pendingImportMedia, purgeImports } from './import-lifecycle.ts'
import { cardFileHandlers } from './routes.ts'
import type { CardFileServices } from './services.ts'
import { sumImportBytes } from './store.ts'

export {
  attachImport,
  copyImport,
  detachImport,
  hasOriginal,
  importFolder,
  isPictureOfFile,
} from './import-lifecycle.ts'
export type { ImportStorage } from './services.ts'

export function createCardFilesModule(
  core: ServerCore,
  ports: Pick<CardFileServices, 'files' | 'media' | 'model' | 'imageToPng'>,
): ServerModule & { services: CardFileServices } {
  const services: CardFileServices = { ...core, ...ports, worker: createCardWorkerClient() }
  const { files, worker } = services
  return {
    name: 'card-files',
    services,
    operations: bindHandlers(cardFiles, cardFileHandlers(services), {
      importCard: (caller) => assertCanImport(services, caller),
      importLorebook: (caller) => assertCanImport(services, caller),
    }),
    frames: {},
    onConnect: null,
    syncSource: null,
    // Lists a folder of files, which may be large.
    recurringJobs: [
      { name: 'purge-card-imports', everyMs: HOUR_MS, timeoutMs: HOUR_MS, run: () => purgeImports(services) },
    ],
    personalData: {
      tables: { card_import: { erasure: 'deleted' } },
      exportParts: [
        folderExport({ path: 'brought characters/', about: 'broughtFiles', tables: ['card_import'] }, (db, personId) =>
          exportImports(db, files, personId),
        ),
      ],
      eraseSteps: [{ phase: 'files', run: (tx, person) => eraseImports(tx, services, person.id) }],
      storedBytes: sumImportBytes,
    },
    mediaUsage: pendingImportMedia,
    metrics: null,
    lifecycle: { start: () => claimFolder(importFolder(services)), close: () => worker.close() },
  }
}
