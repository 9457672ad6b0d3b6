import { operations } from '@everkin/contract/http/all.ts'
import { adminHandlers } from '../admin.ts'
import { isKnownMinor } from '../domains/accounts/known-minor.ts'
import { accountHandlers } from '../domains/accounts/routes.ts'
import type { AccountServices } from '../domains/accounts/services.ts'
import { billingHandlers } from '../domains/billing/routes.ts'
import type { BillingServices } from '../domains/billing/services.ts'
import { groupChatHandlers } from '../domains/chats/groups/routes.ts'
import { findMessageForReport } from '../domains/chats/report-target.ts'
import { chatHandlers } from '../domains/chats/routes.ts'
import type { ChatServices } from '../domains/chats/services.ts'
import { chatSettingsHandlers } from '../domains/chats/settings-routes.ts'
import { chatToolHandlers } from '../domains/chats/tool-routes.ts'
import { invitationHandlers } from '../domains/invitations/routes.ts'
import type { InvitationServices } from '../domains/invitations/services.ts'
import { rewardHandlers } from '../domains/rewards/routes.ts'
import { visitHandlers } from '../domains/visits/routes.ts'
import { canReportImage } from '../modules/albums/load-album.ts'
import { albumHandlers } from '../modules/albums/routes.ts'
import { cardEditorHandlers } from '../modules/card-editor/routes.ts'
import type { CardEditorServices } from '../modules/card-editor/services.ts'
import { cardFileHandlers } from '../modules/card-files/routes.ts'
import type { CardFileServices } from '../modules/card-files/services.ts'
import { canReportCard, canReportGroup } from '../modules/characters/load-card.ts'
import { characterHandlers } from '../modules/characters/routes.ts'
import { imageTaskHandlers, imageTemplateHandlers } from '../modules/image-tasks/routes.ts'
import type { ImageTaskServices } from '../modules/image-tasks/services.ts'
import { mediaHandlers } from '../modules/media/routes.ts'
import type { MediaServices } from '../modules/media/services.ts'
import { memoryHandlers } from '../modules/memory/routes.ts'
import type { MemoryServices } from '../modules/memory/services.ts'
import { notificationHandlers } from '../modules/notifications/routes.ts'
import type { NotificationServices } from '../modules/notifications/services.ts'
import { personaHandlers } from '../modules/personas/routes.ts'
import { safetyHandlers } from '../modules/safety/routes.ts'
import { createSpeechConcurrencyLimit } from '../modules/speech/concurrency-limit.ts'
import { speechHandlers } from '../modules/speech/routes.ts'
import type { SpeechEngine } from '../modules/speech/speech-engine.ts'
import { suggestionHandlers } from '../modules/suggestions/routes.ts'
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
