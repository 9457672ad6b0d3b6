import type { moderation } from '@everkin/contract/http/moderation.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { appealDecision, listNotices, readNotices } from './appeal.ts'
import { appealStop } from './appeal-stop.ts'
import { type Decided, decide, decideItem, undoDecision } from './decide.ts'
import { listDeskItems, setFeatured } from './desk-items.ts'
import { listQueue, loadCase, viewEvidence } from './load-case.ts'
import type { ModerationServices } from './services.ts'

/** The HTTP handlers of this module. */
export function moderationHandlers(services: ModerationServices): Handlers<typeof moderation> {
  return {
    queue: ({ query }) => listQueue(services, query),
    case: ({ query }, caller) => loadCase(services, caller.identity.personId, query.id),
    look: ({ body }, { identity, locale }) =>
      viewEvidence(services, { ...identity, locale }, { caseId: body.case_id, reason: body.reason }),
    decide: async ({ body }, { identity }) => {
      const { case_id: caseId, ...decision } = body
      return decidedView(await decide(services, identity, { caseId, ...decision }))
    },
    undo: async ({ body }, { identity }) => {
      await undoDecision(services, identity, body.decision_id)
      return {}
    },
    items: async ({ query }, { identity }) => ({ list: await listDeskItems(services, identity.personId, query) }),
    decideItem: async ({ body }, { identity }) => {
      const { target_type: type, target_id: id, action, reason } = body
      return decidedView(await decideItem(services, identity, { type, id }, { action, reason }))
    },
    feature: async ({ body }, { identity }) => {
      await setFeatured(services, identity.personId, { cardId: body.card_id, on: body.on })
      return {}
    },
    notices: (_input, { identity }) => listNotices(services, identity.personId),
    readNotices: async (_input, { identity }) => {
      await readNotices(services, identity.personId)
      return {}
    },
    appealStop: async ({ body }, { identity }) => {
      const { place, chat_id: chatId = null, text, note } = body
      await appealStop(services, identity.personId, { place, chatId, text, note })
      return {}
    },
    appeal: async ({ body }, { identity }) => {
      await appealDecision(services, identity.personId, { decisionId: body.decision_id, text: body.text })
      return {}
    },
  }
}

function decidedView({ decisionId, undoUntil }: Decided) {
  return { decision_id: decisionId, undo_until: undoUntil.toISOString() }
}
