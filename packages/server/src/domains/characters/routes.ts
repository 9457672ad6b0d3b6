import type { characters } from '@everkin/contract/http/characters.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { findGroup, findSingle } from './find-card.ts'
import { likeCard } from './like-card.ts'
import { listCards } from './list-cards.ts'
import { listFavourites } from './list-favourites.ts'
import { readerOf } from './reader.ts'
import type { CharacterServices } from './services.ts'
import { selectTagCounts } from './shelf-store.ts'
import { type Showing, showGroups, showSingles } from './show-cards.ts'
import { similarCards } from './similar-cards.ts'
import { createTagNames } from './tag-names.ts'

const TAGS_SHOWN = 100

/** The calls about characters and groups. */
export function characterHandlers(services: CharacterServices): Handlers<typeof characters> {
  const db = services.database
  const tagNames = createTagNames(services.texts)
  const showingTo = async (caller: Caller): Promise<Showing> => ({
    db,
    tagNames,
    reader: await readerOf(services, caller),
  })
  return {
    cardTags: async ({ query }, caller) => {
      const { reader } = await showingTo(caller)
      const types = query.type ? [query.type] : ['single', 'multiple']
      const counts = await selectTagCounts(db, types, reader.ratings, null, TAGS_SHOWN)
      return counts.map(({ tag, count }) => ({ id: tag, name: tagNames.nameOf(tag, reader.locale), count }))
    },
    singleCardList: async ({ query }, caller) => {
      const showing = await showingTo(caller)
      const page = await listCards(db, tagNames, showing.reader, 'single', query)
      return { list: await showSingles(showing, page.ids), next_cursor: page.nextCursor }
    },
    singleCardInfo: async ({ query }, caller) => findSingle(await showingTo(caller), query.id),
    multipleCardList: async ({ query }, caller) => {
      const showing = await showingTo(caller)
      if (query.id !== undefined) return { list: [await findGroup(showing, query.id)], next_cursor: null }
      const page = await listCards(db, tagNames, showing.reader, 'multiple', query)
      return { list: await showGroups(showing, page.ids), next_cursor: page.nextCursor }
    },
    similarCards: async ({ query }, caller) => similarCards(await showingTo(caller), query),
    favourites: async ({ query }, caller) => {
      const showing = await showingTo(caller)
      const page = await listFavourites(db, { ...showing.reader, personId: caller.identity.personId }, query)
      const show = query.type === 'single' ? showSingles : showGroups
      return { list: await show(showing, page.ids), next_cursor: page.nextCursor }
    },
    like: async ({ body }, caller) => {
      const { reader } = await showingTo(caller)
      await likeCard(services, { ...reader, personId: caller.identity.personId }, body.card_id, body.on)
      return {}
    },
  }
}
