export { createCardWorkerClient } from './card-worker-client.ts'
export {
  attachImport,
  claimImportFolder,
  detachImport,
  eraseImports,
  exportImports,
  hasOriginal,
  pendingImportMedia,
  purgeImports,
} from './import-lifecycle.ts'
export { cardFileHandlers } from './routes.ts'
export type { CardFileServices, ImportStorage } from './services.ts'
