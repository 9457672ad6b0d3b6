import { blocks } from '@everkin/contract/http/blocks.ts'
import { characters } from '@everkin/contract/http/characters.ts'
import { bindHandlers } from '../../platform/http/handlers.ts'
import { jsonList, listExport, type PersonalData } from '../../platform/personal-data.ts'
import type { ServerCore, ServerModule } from '../../platform/server-module.ts'
import { deleteBlocksOf } from './block-store.ts'
import { exportBlocks } from './blocks.ts'
import { seedLibrary } from './library/seed-library.ts'
import { eraseLikes, exportLikes } from './likes.ts'
import { createCurrentConceptFinder, type TextVectors } from './nearest-concepts.ts'
import { blockHandlers, characterHandlers } from './routes.ts'
import type { BlockServices } from './services.ts'

// Cards as readers meet them

export { isBlockedCard } from './blocked-cards.ts'
export { canReportPerson } from './blocks.ts'
export { canReportCard, loadGroupCard, loadSingleCard } from './load-card.ts'
export { countChatStarted, popularityRank } from './popularity.ts'
export { isVisibleTo, type Restriction } from './public-card.ts'
export { assertCardAccess, loadReader } from './reader.ts'
export { findCardByName } from './search-cards.ts'
export { indexCards } from './search-index.ts'
export type { CharacterServices } from './services.ts'
export { createTagNames, type TagNames } from './tag-names.ts'
export { loadGroupCardViews, loadSingleCardViews, type ViewScope } from './views.ts'

// Cards as chats and albums use them

export {
  type CardForChat,
  canChatWith,
  canReadDefinition,
  findCardForChat,
  loadCardForChat,
} from './card-for-chat.ts'
export { sceneOfCard } from './library/scene-colors.ts'

// Cards as their creators write them

export { findOwnPortrait, listCardIdsOf } from './store.ts'
export {
  countOwnCards,
  deleteCards,
  findOwnCard,
  findWrittenCard,
  haveCardsChanged,
  listIdsOfOwnCards,
  listOwnCards,
  lockOwnCard,
  makeCardsPrivate,
  type RuleVersionPosition,
  saveCard,
  selectCardsJudgedBefore,
  selectGroupsOf,
  setRuleVersion,
  type WrittenCard,
} from './write-card.ts'

// Moderation, and the library

export { seedLibrary } from './library/seed-library.ts'
export { featureCard, restrictCard, setReviewedState } from './restriction.ts'

/**
 * `embeddings` is the model in use; with one, search finds what no word of its vocabulary explains.
 *
 * Guarantees of this module:
 * - A card that a reader may not see, and what they or its creator have blocked, is absent from lists, search, tags and
 *   groups, and NotFound by its id (N4, AZ-01, AZ-05). Pages of a list stay full and have no repetitions.
 * - Nobody, its creator included, chats with a card without a stated adult age (B5).
 * - The definition of a person’s card is for its creator, unless they have opened it to all.
 * - A like counts once per person and card.
 * - The library is stored at the start where its files have changed, by the rules that apply to everyone’s cards (B6).
 *   Counts, likes and dates stay.
 */
export function createCharactersModule(
  core: ServerCore,
  { embeddings, onBlocksChange }: Pick<BlockServices, 'onBlocksChange'> & { embeddings: () => TextVectors | null },
): ServerModule {
  const services = { ...core, onBlocksChange, findNearestConcepts: createCurrentConceptFinder(embeddings) }
  return {
    name: 'characters',
    operations: [
      ...bindHandlers(characters, characterHandlers(services)),
      ...bindHandlers(blocks, blockHandlers(services)),
    ],
    frames: {},
    onConnect: null,
    syncSource: null,
    recurringJobs: [],
    personalData,
    mediaUsage: null,
    metrics: null,
    lifecycle: { start: async () => void (await seedLibrary(core.database, core.clock)) },
  }
}

/** The versions of a card belong to the card editor, which exports them. */
const personalData: PersonalData = {
  tables: {
    card: { erasure: 'anonymized' },
    card_version: { erasure: 'deleted' },
    card_approval: { erasure: 'deleted', notExported: 'which version of a card a moderator has published' },
    card_like: { erasure: 'deleted' },
    block: { erasure: 'deleted' },
    card_person: { erasure: 'hashes', notExported: 'hashes only, by which a card counts each person once' },
    card_text: { erasure: 'impersonal', notExported: 'texts of the library in other languages' },
    card_shelf: { erasure: 'impersonal', notExported: 'the order of public cards' },
    tag_count: { erasure: 'impersonal', notExported: 'counts of public cards' },
    search_term: { erasure: 'impersonal', notExported: 'words of public cards' },
    search_slip: { erasure: 'impersonal', notExported: 'words of public cards' },
    search_posting: { erasure: 'impersonal', notExported: 'words of public cards' },
  },
  exportParts: [
    {
      path: 'favourites.json',
      about: 'favourites',
      tables: ['card_like'],
      async *files(db, request) {
        yield { path: 'favourites.json', pieces: jsonList(await exportLikes(db, request)) }
      },
    },
    listExport({ path: 'blocks.json', about: 'blocks', tables: ['block'] }, exportBlocks),
  ],
  eraseSteps: [
    { phase: 'content', run: (tx, person) => eraseLikes(tx, person.id) },
    { phase: 'content', run: (tx, person) => deleteBlocksOf(tx, person.id) },
  ],
}
