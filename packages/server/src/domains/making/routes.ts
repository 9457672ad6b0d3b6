import type { making } from '@everkin/contract/http/making.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { findGroup, findSingle } from '../characters/find-card.ts'
import { showGroups, showSingles } from '../characters/show-cards.ts'
import { listOwnCards } from '../characters/write-card.ts'
import { deleteCard } from './delete-card.ts'
import { duplicateCard } from './duplicate-card.ts'
import { readOwnCard, showingTo, showOwnCard } from './own-card.ts'
import { LORE_TESTS } from './rules.ts'
import { deleteDraft, listDrafts, readDraft, saveDraft } from './save-draft.ts'
import { saveGroup } from './save-group.ts'
import { saveSingle } from './save-single.ts'
import type { MakingServices } from './services.ts'
import { testLorebook } from './test-lorebook.ts'
import { testReply } from './test-reply.ts'
import { compareVersion, listVersions, restoreVersion } from './versions.ts'
import { writeCard } from './write-from-words.ts'

/** The calls of this domain. */
export function makingHandlers(services: MakingServices): Handlers<typeof making> {
  return {
    saveSingle: async ({ body }, caller) => {
      const id = await saveSingle(services, caller, body)
      return findSingle(await showingTo(services, caller), id)
    },
    saveGroup: async ({ body }, caller) => {
      const id = await saveGroup(services, caller, body)
      return findGroup(await showingTo(services, caller), id)
    },
    create: ({ body }, caller) => writeCard(services, caller, body),
    myCards: async ({ query }, caller) => {
      const showing = await showingTo(services, caller)
      const page = await listOwnCards(services.database, caller.identity.personId, query)
      const list = await (query.type === 'single' ? showSingles : showGroups)(showing, page.ids)
      return { list, next_cursor: page.nextCursor }
    },
    ownCard: ({ query }, caller) => readOwnCard(services, caller, query.id),
    deleteCard: async ({ body }, caller) => {
      await deleteCard(services, caller.identity.personId, body.id)
      return {}
    },
    duplicateCard: async ({ body }, caller) =>
      showOwnCard(services, caller, await duplicateCard(services, caller, body)),
    versions: ({ query }, caller) => listVersions(services, caller.identity.personId, query.id),
    version: ({ query }, caller) => compareVersion(services, caller.identity.personId, query),
    restore: async ({ body }, caller) => showOwnCard(services, caller, await restoreVersion(services, caller, body)),
    drafts: ({ query }, caller) => listDrafts(services, caller.identity.personId, query.type),
    draft: ({ query }, caller) => readDraft(services, caller.identity.personId, query.id),
    saveDraft: ({ body }, caller) => saveDraft(services, caller, body),
    deleteDraft: async ({ body }, caller) => {
      await deleteDraft(services, caller.identity.personId, body.id)
      return {}
    },
    testLorebook: async ({ body }, caller) => {
      services.limiter.take(`test-lorebook:${caller.identity.personId}`, LORE_TESTS)
      return testLorebook(body.character_book, body.text, services.clock.now())
    },
    testReply: ({ body }, caller) => testReply(services, caller, body),
  }
}
