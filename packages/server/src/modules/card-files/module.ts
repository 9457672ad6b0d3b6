export { createCardWorkerClient } from './card-worker-client.ts'
export { CardFileRejected } from './formats/limits.ts'
export { readCardFile } from './formats/read-card-file.ts'
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
