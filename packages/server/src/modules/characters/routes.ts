import type { blocks } from '@everkin/contract/http/blocks.ts'
import type { characters } from '@everkin/contract/http/characters.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { listBlocks, saveBlock } from './blocks.ts'
import { likeCard, listFavourites } from './likes.ts'
import { listCards } from './list-cards.ts'
import { selectTagCounts } from './listing-store.ts'
import { listSimilarCards, loadGroupCard, loadSingleCard } from './load-card.ts'
import { loadReader } from './reader.ts'
import { selectFeatured } from './restriction.ts'
import type { BlockServices, ListServices } from './services.ts'
import { createTagNames } from './tag-names.ts'
import { loadGroupCardViews, loadSingleCardViews, type ViewScope } from './views.ts'

const MAX_TAGS = 100
const MAX_FEATURED = 12

/** The HTTP handlers for characters and groups. */
export function characterHandlers(services: ListServices): Handlers<typeof characters> {
  const db = services.database
  const tagNames = createTagNames(services.texts)
  const scopeFor = async (caller: Caller): Promise<ViewScope> => ({
    db,
    tagNames,
    reader: await loadReader(services, caller),
  })
  /** For lists of public cards, which may be a few seconds old. */
  const listScopeFor = async (caller: Caller): Promise<ViewScope> => {
    const scope = await scopeFor(caller)
    return { ...scope, db: services.reads.readerFor(scope.reader.personId) }
  }
  return {
    cardTags: async ({ query }, caller) => {
      const { db: lists, reader } = await listScopeFor(caller)
      const types = query.type ? [query.type] : ['single', 'multiple']
      const counts = await selectTagCounts(lists, types, reader.ratings, null, MAX_TAGS)
      return counts.map(({ tag, count }) => ({ id: tag, name: tagNames.nameOf(tag, reader.locale), count }))
    },
    singleCardList: async ({ query }, caller) => {
      const scope = await listScopeFor(caller)
      const page = await listCards(
        { ...scope, findNearestConcepts: services.findNearestConcepts },
        scope.reader,
        'single',
        query,
      )
      return { list: await loadSingleCardViews(scope, page.ids), next_cursor: page.nextCursor }
    },
    singleCardInfo: async ({ query }, caller) => loadSingleCard(await scopeFor(caller), query.id),
    multipleCardList: async ({ query }, caller) => {
      if (query.id !== undefined)
        return { list: [await loadGroupCard(await scopeFor(caller), query.id)], next_cursor: null }
      const scope = await listScopeFor(caller)
      const page = await listCards(
        { ...scope, findNearestConcepts: services.findNearestConcepts },
        scope.reader,
        'multiple',
        query,
      )
      return { list: await loadGroupCardViews(scope, page.ids), next_cursor: page.nextCursor }
    },
    similarCards: async ({ query }, caller) => listSimilarCards(await listScopeFor(caller), query),
    featuredCards: async (_input, caller) => {
      const scope = await listScopeFor(caller)
      return loadSingleCardViews(scope, await selectFeatured(scope.db, 'single', scope.reader, MAX_FEATURED))
    },
    favourites: async ({ query }, caller) => {
      const scope = await scopeFor(caller)
      const page = await listFavourites(db, { ...scope.reader, personId: caller.identity.personId }, query)
      const loadViews = query.type === 'single' ? loadSingleCardViews : loadGroupCardViews
      return { list: await loadViews(scope, page.ids), next_cursor: page.nextCursor }
    },
    like: async ({ body }, caller) => {
      const { reader } = await scopeFor(caller)
      await likeCard(services, { ...reader, personId: caller.identity.personId }, body.card_id, body.on)
      return {}
    },
  }
}

/** The HTTP handlers for what people have blocked. */
export function blockHandlers(services: BlockServices): Handlers<typeof blocks> {
  return {
    list: async (_input, caller) =>
      listBlocks(services.database, {
        ...(await loadReader(services, caller)),
        personId: caller.identity.personId,
      }),
    save: async ({ body }, caller) => {
      await saveBlock(services, caller.identity.personId, { type: body.target_type, id: body.target_id }, body.on)
      return {}
    },
  }
}
