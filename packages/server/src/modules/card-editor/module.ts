export { purgeIdempotencyKeys } from './idempotency.ts'
export { eraseCards, exportCards, findImagesUsedByCards } from './own-cards.ts'
export { cardEditorHandlers } from './routes.ts'
export type { CardEditorServices } from './services.ts'
