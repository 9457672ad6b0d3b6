export {
  type CardForChat,
  canChatWith,
  canOpenCard,
  canReadDefinition,
  findCardForChat,
  isVisibleTo,
  loadCardForChat,
} from './card-for-chat.ts'
export { seedLibrary } from './library/seed-library.ts'
export { eraseLikes, exportLikes } from './likes.ts'
export { canReportCard, canReportGroup, loadGroupCard, loadSingleCard } from './load-card.ts'
export { countChatStarted, popularityRank } from './popularity.ts'
export { assertRatingAccess, readerOf } from './reader.ts'
export { characterHandlers } from './routes.ts'
export { findCardByName } from './search-cards.ts'
export { indexCards } from './search-index.ts'
export type { CharacterServices } from './services.ts'
export { findOwnPortrait } from './store.ts'
export { createTagNames, type TagNames } from './tag-names.ts'
export { loadGroupCardViews, loadSingleCardViews, type ViewScope } from './views.ts'
export {
  countOwnCards,
  deleteCards,
  findOwnCard,
  findWrittenCard,
  listIdsOfOwnCards,
  listOwnCards,
  lockOwnCard,
  saveCard,
  type WrittenCard,
} from './write-card.ts'
