import { operations } from '@everkin/contract/http/all.ts'
import { adminHandlers } from '../admin.ts'
import { type AccountServices, accountHandlers, isKnownMinor } from '../modules/accounts/module.ts'
import { albumHandlers, canReportImage } from '../modules/albums/module.ts'
import { visitHandlers } from '../modules/attribution/module.ts'
import { type BillingServices, billingHandlers } from '../modules/billing/module.ts'
import { type CardEditorServices, cardEditorHandlers } from '../modules/card-editor/module.ts'
import { type CardFileServices, cardFileHandlers } from '../modules/card-files/module.ts'
import { canReportCard, canReportGroup, characterHandlers } from '../modules/characters/module.ts'
import {
  type ChatServices,
  chatHandlers,
  chatSettingsHandlers,
  chatToolHandlers,
  findMessageForReport,
  groupChatHandlers,
} from '../modules/chats/module.ts'
import { type ImageTaskServices, imageTaskHandlers, imageTemplateHandlers } from '../modules/image-tasks/module.ts'
import { type InvitationServices, invitationHandlers } from '../modules/invitations/module.ts'
import { type MediaServices, mediaHandlers } from '../modules/media/module.ts'
import { type MemoryServices, memoryHandlers } from '../modules/memory/module.ts'
import { type NotificationServices, notificationHandlers } from '../modules/notifications/module.ts'
import { personaHandlers } from '../modules/personas/module.ts'
import { rewardHandlers } from '../modules/rewards/module.ts'
import { safetyHandlers } from '../modules/safety/module.ts'
import { createSpeechConcurrencyLimit, type SpeechEngine, speechHandlers } from '../modules/speech/module.ts'
import { suggestionHandlers } from '../modules/suggestions/module.ts'
import { loadDatabaseTime } from '../platform/db/clock-skew.ts'
import type { Queryable } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/caller.ts'
import { type BoundOperation, bindHandlers } from '../platform/http/handlers.ts'
import type { ChosenIdentity } from '../providers/identity/choose.ts'
import { libraryAlbums } from '../providers/image-model/library-albums.ts'
import { OUTBOX_PATH } from '../providers/mail/choose.ts'
import type { Outbox } from '../providers/mail/outbox.ts'
import { siteHandlers } from '../site.ts'
import type { Infrastructure } from './shared.ts'

/** All that operations are bound to. */
export interface Services {
  accounts: AccountServices
  billing: BillingServices
  cardFiles: CardFileServices
  chats: ChatServices
  invitations: InvitationServices
  cardEditor: CardEditorServices
  media: MediaServices
  memory: MemoryServices
  notifications: NotificationServices
  imageTasks: ImageTaskServices
  speech: SpeechEngine | null
  identity: ChosenIdentity
  outbox: Outbox | null
  version: string
}

/** Binds every operation of the contract to the services of its domain. @throws Error for one without a handler. */
export function bindModules(infrastructure: Infrastructure, services: Services): readonly BoundOperation[] {
  const { shared, appSecret, model, overrides } = infrastructure
  const { settings, database, clock } = shared
  const { chats, media, memory, imageTasks, billing, speech, identity, version } = services
  // A test that holds the clock holds this one too.
  const loadTime = overrides.clock ? async () => clock.now() : (db: Queryable) => loadDatabaseTime(db)
  const reportTargets = {
    card: canReportCard,
    group: canReportGroup,
    message: findMessageForReport,
    image: canReportImage,
  }
  const albums = { ...shared, cards: chats.cards, media, library: libraryAlbums }
  const attribution = { ...shared, isKnownMinor: (caller: Caller) => isKnownMinor(services.accounts, caller) }
  const speechServices = { chats, engine: speech, places: createSpeechConcurrencyLimit(), appSecret }
  return [
    ...bindHandlers(operations.accounts, accountHandlers(services.accounts)),
    ...bindHandlers(operations.albums, albumHandlers(albums)),
    ...bindHandlers(operations.billing, billingHandlers(billing)),
    ...bindHandlers(operations.cardFiles, cardFileHandlers(services.cardFiles)),
    ...bindHandlers(operations.characters, characterHandlers(shared)),
    ...bindHandlers(operations.chatSettings, chatSettingsHandlers(chats)),
    ...bindHandlers(operations.chats, chatHandlers(chats)),
    ...bindHandlers(operations.groupChats, groupChatHandlers(chats)),
    ...bindHandlers(operations.chatTools, chatToolHandlers(chats)),
    ...bindHandlers(operations.invitations, invitationHandlers(services.invitations)),
    ...bindHandlers(operations.cardEditor, cardEditorHandlers(services.cardEditor)),
    ...bindHandlers(operations.media, mediaHandlers(media)),
    ...bindHandlers(operations.personas, personaHandlers(shared)),
    ...bindHandlers(operations.notifications, notificationHandlers(services.notifications)),
    ...bindHandlers(operations.memory, memoryHandlers({ ...memory, chats })),
    ...bindHandlers(operations.imageTemplates, imageTemplateHandlers()),
    ...bindHandlers(operations.imageTasks, imageTaskHandlers(imageTasks)),
    ...bindHandlers(operations.rewards, rewardHandlers({ ...shared, tellTime: loadTime })),
    ...bindHandlers(operations.safety, safetyHandlers({ ...shared, reportTargets })),
    ...bindHandlers(operations.suggestions, suggestionHandlers(chats)),
    ...bindHandlers(operations.attribution, visitHandlers(attribution)),
    ...bindHandlers(operations.speech, speechHandlers(speechServices)),
    ...bindHandlers(
      operations.site,
      siteHandlers({
        settings,
        model,
        speech,
        image: imageTasks.model,
        identity,
        version,
        outboxPath: services.outbox && OUTBOX_PATH,
        paymentProvider: billing.payments?.kind ?? null,
      }),
    ),
    ...bindHandlers(
      operations.admin,
      adminHandlers({
        settings,
        database,
        model,
        image: imageTasks.model,
        version,
        startedAt: clock.now(),
        socketCount: () => shared.live.connectionCount(),
        replyCount: () => chats.replies.all().length,
      }),
    ),
  ]
}
