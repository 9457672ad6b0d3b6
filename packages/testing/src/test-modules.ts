import { createAccountsModule } from '@everkin/server/modules/accounts/module.ts'
import { createBillingModule } from '@everkin/server/modules/billing/module.ts'
import { createCardEditorModule } from '@everkin/server/modules/card-editor/module.ts'
import { createCardFilesModule } from '@everkin/server/modules/card-files/module.ts'
import { createCharactersModule } from '@everkin/server/modules/characters/module.ts'
import { createGuestChats } from '@everkin/server/modules/chats/list/move-guest-chats.ts'
import { type ChatServices, createChatsModule } from '@everkin/server/modules/chats/module.ts'
import { createInvitationPort, createInvitationsModule } from '@everkin/server/modules/invitations/module.ts'
import { createMediaModule, type MediaServices, type MediaStorage } from '@everkin/server/modules/media/module.ts'
import { countTokens, createModelsModule } from '@everkin/server/modules/models/module.ts'
import { createNotificationsModule } from '@everkin/server/modules/notifications/module.ts'
import { createSafetyModule, NO_MODERATOR } from '@everkin/server/modules/safety/module.ts'
import { createWalletModule, walletPort } from '@everkin/server/modules/wallet/module.ts'
import type { Clock } from '@everkin/server/platform/clock.ts'
import { readSettings } from '@everkin/server/platform/config.ts'
import type { Database } from '@everkin/server/platform/db/database.ts'
import { readFromPrimary } from '@everkin/server/platform/db/read-replica.ts'
import { createRateLimiter } from '@everkin/server/platform/http/rate-limit.ts'
import { createJobQueue } from '@everkin/server/platform/jobs/job-queue.ts'
import { createLog } from '@everkin/server/platform/log.ts'
import { createLocalEventBus } from '@everkin/server/platform/realtime/event-bus.ts'
import { createHub } from '@everkin/server/platform/realtime/hub.ts'
import { createPresence } from '@everkin/server/platform/realtime/presence.ts'
import { createModuleRegistry, type ModuleRegistry, type ServerCore } from '@everkin/server/platform/server-module.ts'
import { loadTexts } from '@everkin/server/platform/texts.ts'
import { createFakeTextModel } from '@everkin/server/providers/text-model/fake.ts'
import { createModelSource } from '@everkin/server/providers/text-model/model-source.ts'
import { Registry } from 'prom-client'
import { inMemoryImports, inMemoryJournal } from './in-memory-files.ts'

const unused = async () => {
  throw new Error('a test of accounts does not use this')
}

/** The modules that erase or export personal data, without a server around them. */
export function testModules(database: Database, clock: Clock, files: MediaStorage): ModuleRegistry {
  const log = createLog('silent')
  const bus = createLocalEventBus()
  const live = createHub(bus)
  const modules = createModuleRegistry()
  const core: ServerCore = {
    database,
    reads: readFromPrimary(database),
    clock,
    settings: readSettings({}),
    texts: loadTexts(log),
    log,
    limiter: createRateLimiter(clock, false),
    metrics: new Registry(),
    freeSpace: { assert: async () => undefined, freeBytes: async () => null },
    live,
    presence: createPresence(live, bus),
    bus,
    jobs: createJobQueue({ database, clock, log, owner: 'test' }),
    modules,
    processId: 'test',
    appSecret: { current: 'a secret of tests, 32 letters or more', fallbacks: [] },
    siteUrl: () => 'http://localhost',
    onCardChange: () => undefined,
  }
  const model = createFakeTextModel()
  const digest = (text: string) => Buffer.from(text)
  const media: MediaServices = modules.add(
    createMediaModule(core, {
      files,
      reencodeImage: unused,
      remuxVideo: unused,
      digest,
      renderLibraryMedia: async () => false,
      moderator: NO_MODERATOR,
      ageOf: async () => null,
      evidenceAmong: async () => [],
    }),
  ).services
  const invitations = createInvitationPort(core.appSecret)
  modules.add(
    createAccountsModule(core, {
      mailer: { send: unused },
      identities: null,
      wallet: walletPort,
      invitations,
      guestChats: createGuestChats(core.bus),
      ageProvider: null,
      moderator: NO_MODERATOR,
      cards: { makePrivate: unused },
      media: files,
      journal: inMemoryJournal(),
    }),
  )
  modules.add(createSafetyModule(core, { reportTargets: {}, moderationModel: () => null }))
  modules.add(createWalletModule(core))
  modules.add(createBillingModule(core, { payments: null }))
  modules.add(createCharactersModule(core, { embeddings: () => null, onBlocksChange: unused }))
  modules.add(createInvitationsModule(core, { activityOf: unused }))
  const { services: models } = modules.add(
    createModelsModule(core, {
      countTokens,
      base: { id: 'environment', name: model.name, baseUrl: null, hasKey: false, model },
      source: createModelSource({ ...core.settings, dataDir: '/nowhere' }, { log }),
      tester: { test: async () => null },
    }),
  )
  const chats: ChatServices = modules.add(
    createChatsModule(core, {
      ...models,
      model,
      album: { readKeys: async () => [], viewsOf: unused },
      media,
      moderator: NO_MODERATOR,
      recall: unused,
      memory: {
        loadSummary: unused,
        recallUsed: unused,
        forgetMessages: unused,
        rereadMessage: unused,
        copyMemory: async () => ({ summary: null, facts: [] }),
        restore: unused,
        copyToBranch: unused,
        onReplyEnded: () => undefined,
      },
      onReply: () => undefined,
      hasDistributedChats: false,
    }),
  ).services
  modules.add(
    createNotificationsModule(core, { chats, push: { publicKey: '', acceptsEndpoint: () => false, send: unused } }),
  )
  modules.add(createCardFilesModule(core, { files: inMemoryImports(), media, model, imageToPng: unused }))
  modules.add(createCardEditorModule(core, { chats, digest, moderator: NO_MODERATOR }))
  return modules
}
