import { cardEditor } from '@everkin/contract/http/card-editor.ts'
import { invalidInput } from '../../platform/app-error.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { bindHandlers } from '../../platform/http/handlers.ts'
import { jsonList } from '../../platform/personal-data.ts'
import type { ServerCore, ServerModule } from '../../platform/server-module.ts'
import { createTagNames } from '../characters/module.ts'
import { assertStorageQuota, claimUpload } from '../media/module.ts'
import { eraseCards, exportCards, findImagesUsedByCards } from './own-cards.ts'
import { recheckCards } from './recheck-cards.ts'
import { rejudgeCards } from './rejudge-cards.ts'
import { REJUDGE_GROUPS_JOB, rejudgeGroupsJob } from './rejudge-groups.ts'
import { cardEditorHandlers } from './routes.ts'
import type { CardEditorServices } from './services.ts'
import { sumCardBytes } from './store.ts'

export { findDraft } from './drafts.ts'

export function createCardEditorModule(
  core: ServerCore,
  ports: Pick<CardEditorServices, 'chats' | 'digest' | 'moderator'>,
): ServerModule {
  const { clock } = core
  const services: CardEditorServices = {
    ...core,
    ...ports,
    tagNames: createTagNames(core.texts),
    takePicture: async (tx, personId, ref, field) => {
      const claim = { personId, ref, purposes: ['card', 'generated'] as const, field }
      const { url: address } = await claimUpload(tx, ports.digest, claim)
      if (!address) throw invalidInput(field, 'not_found')
      return address
    },
    assertStorageQuota: (tx, personId) =>
      assertStorageQuota({ clock, settings: core.settings, storedBytes: core.modules.storedBytes }, tx, personId, null),
  }
  core.jobs.handle(REJUDGE_GROUPS_JOB, rejudgeGroupsJob(services))
  return {
    name: 'card-editor',
    operations: bindHandlers(cardEditor, cardEditorHandlers(services)),
    frames: {},
    onConnect: null,
    syncSource: null,
    recurringJobs: [
      {
        name: 'recheck-cards',
        everyMs: MINUTE_MS,
        timeoutMs: 10 * MINUTE_MS,
        run: () => recheckCards(services),
      },
      {
        name: 'rejudge-cards',
        everyMs: MINUTE_MS,
        timeoutMs: 10 * MINUTE_MS,
        run: (signal) => rejudgeCards(services, signal),
      },
    ],
    personalData: {
      tables: {
        card_draft: { erasure: 'deleted' },
      },
      exportParts: [
        {
          path: 'cards.json',
          about: 'cards',
          tables: ['card', 'card_version', 'card_draft'],
          async *files(db, request) {
            yield { path: 'cards.json', pieces: jsonList(exportCards(db, request)) }
          },
        },
      ],
      eraseSteps: [{ phase: 'content', run: (tx, person, now) => eraseCards(tx, person.id, now) }],
      storedBytes: sumCardBytes,
    },
    mediaUsage: { usedAmong: findImagesUsedByCards },
    metrics: null,
    lifecycle: {},
  }
}
