import type { cardEditor } from '@everkin/contract/http/card-editor.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import {
  listOwnCards,
  loadGroupCard,
  loadGroupCardViews,
  loadSingleCard,
  loadSingleCardViews,
} from '../characters/module.ts'
import { deleteDraft, listDrafts, loadDraft, saveDraft } from './drafts.ts'
import { duplicateCard } from './duplicate-card.ts'
import { generateCharacter } from './generate-character.ts'
import { createViewScope, deleteCard, loadOwnCard, loadOwnCardView } from './own-cards.ts'
import { previewLorebook } from './preview-lorebook.ts'
import { previewReply } from './preview-reply.ts'
import { LOREBOOK_PREVIEW_LIMIT } from './rules.ts'
import { saveGroup, saveSingle } from './save-card.ts'
import type { CardEditorServices } from './services.ts'
import { compareVersion, listVersions, restoreVersion } from './versions.ts'

/** The HTTP handlers of this module. */
export function cardEditorHandlers(services: CardEditorServices): Handlers<typeof cardEditor> {
  return {
    saveSingle: async ({ body }, caller) => {
      const id = await saveSingle(services, caller, body)
      return loadSingleCard(await createViewScope(services, caller), id)
    },
    saveGroup: async ({ body }, caller) => {
      const id = await saveGroup(services, caller, body)
      return loadGroupCard(await createViewScope(services, caller), id)
    },
    create: ({ body }, caller) => generateCharacter(services, caller, body),
    myCards: async ({ query }, caller) => {
      const showing = await createViewScope(services, caller)
      const page = await listOwnCards(
        services.database,
        { ...showing.reader, personId: caller.identity.personId },
        query,
      )
      const list = await (query.type === 'single' ? loadSingleCardViews : loadGroupCardViews)(showing, page.ids)
      return { list, next_cursor: page.nextCursor }
    },
    ownCard: ({ query }, caller) => loadOwnCard(services, caller, query.id),
    deleteCard: async ({ body }, caller) => {
      await deleteCard(services, caller.identity.personId, body.id)
      return {}
    },
    duplicateCard: async ({ body }, caller) =>
      loadOwnCardView(services, caller, await duplicateCard(services, caller, body)),
    versions: ({ query }, caller) => listVersions(services, caller.identity.personId, query.id),
    version: ({ query }, caller) => compareVersion(services, caller.identity.personId, query),
    restore: async ({ body }, caller) =>
      loadOwnCardView(services, caller, await restoreVersion(services, caller, body)),
    drafts: ({ query }, caller) => listDrafts(services, caller.identity.personId, query.type),
    draft: ({ query }, caller) => loadDraft(services, caller.identity.personId, query.id),
    saveDraft: ({ body }, caller) => saveDraft(services, caller, body),
    deleteDraft: async ({ body }, caller) => {
      await deleteDraft(services, caller.identity.personId, body.id)
      return {}
    },
    testLorebook: async ({ body }, caller) => {
      await services.limiter.consume(`test-lorebook:${caller.identity.personId}`, LOREBOOK_PREVIEW_LIMIT)
      return previewLorebook(body.character_book, body, services.clock.now())
    },
    testReply: ({ body }, caller) => previewReply(services, caller, body),
  }
}
