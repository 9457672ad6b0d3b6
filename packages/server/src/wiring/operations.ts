import { operations } from '@everkin/contract/http/all.ts'
import { deskHandlers } from '../desk.ts'
import { isKnownMinor } from '../domains/accounts/known-minor.ts'
import { accountHandlers } from '../domains/accounts/routes.ts'
import type { AccountServices } from '../domains/accounts/services.ts'
import { findImageForReport } from '../domains/albums/own-albums.ts'
import { albumHandlers } from '../domains/albums/routes.ts'
import { billingHandlers } from '../domains/billing/routes.ts'
import type { BillingServices } from '../domains/billing/services.ts'
import { cardFileHandlers } from '../domains/card-files/routes.ts'
import type { CardFileServices } from '../domains/card-files/services.ts'
import { findCardForReport, findGroupForReport } from '../domains/characters/report-target.ts'
import { characterHandlers } from '../domains/characters/routes.ts'
import { groupChatHandlers } from '../domains/chats/groups/routes.ts'
import { findMessageForReport } from '../domains/chats/report-target.ts'
import { chatHandlers } from '../domains/chats/routes.ts'
import type { ChatServices } from '../domains/chats/services.ts'
import { chatSettingsHandlers } from '../domains/chats/settings-routes.ts'
import { chatToolHandlers } from '../domains/chats/tool-routes.ts'
import { invitationHandlers } from '../domains/invitations/routes.ts'
import type { InvitationServices } from '../domains/invitations/services.ts'
import { makingHandlers } from '../domains/making/routes.ts'
import type { MakingServices } from '../domains/making/services.ts'
import { mediaHandlers } from '../domains/media/routes.ts'
import type { MediaServices } from '../domains/media/services.ts'
import { memoryHandlers } from '../domains/memory/routes.ts'
import type { MemoryServices } from '../domains/memory/services.ts'
import { notificationHandlers } from '../domains/notifications/routes.ts'
import type { NotificationServices } from '../domains/notifications/services.ts'
import { personaHandlers } from '../domains/personas/routes.ts'
import { pictureHandlers, pictureTaskHandlers } from '../domains/pictures/routes.ts'
import type { PictureServices } from '../domains/pictures/services.ts'
import { rewardHandlers } from '../domains/rewards/routes.ts'
import { safetyHandlers } from '../domains/safety/routes.ts'
import { suggestionHandlers } from '../domains/suggestions/routes.ts'
import { visitHandlers } from '../domains/visits/routes.ts'
import { voiceHandlers } from '../domains/voices/routes.ts'
import { createSpeakingPlaces } from '../domains/voices/speaking-places.ts'
import type { SpeechEngine } from '../domains/voices/speech-engine.ts'
import type { Queryable } from '../platform/db/database.ts'
import { readDatabaseTime } from '../platform/db/database-time.ts'
import type { Caller } from '../platform/http/caller.ts'
import { type BoundOperation, bindHandlers } from '../platform/http/handlers.ts'
import type { ChosenIdentity } from '../providers/identity/choose.ts'
import { libraryAlbums } from '../providers/image-model/painted-albums.ts'
import { OUTBOX_PATH } from '../providers/mail/choose.ts'
import type { Outbox } from '../providers/mail/outbox.ts'
import { siteHandlers } from '../site.ts'
import type { Basis } from './basis.ts'

/** All that operations are bound to. */
export interface Services {
  accounts: AccountServices
  billing: BillingServices
  cardFiles: CardFileServices
  chats: ChatServices
  invitations: InvitationServices
  making: MakingServices
  media: MediaServices
  memory: MemoryServices
  notifications: NotificationServices
  pictures: PictureServices
  speech: SpeechEngine | null
  identity: ChosenIdentity
  outbox: Outbox | null
  version: string
}

/** Binds every operation of the contract to the services of its domain. @throws Error for one without a handler. */
export function bindAll(basis: Basis, services: Services): readonly BoundOperation[] {
  const { shared, appSecret, model, replacements } = basis
  const { settings, database, clock } = shared
  const { chats, media, memory, pictures, billing, speech, identity, version } = services
  // A test that holds the clock holds this one too.
  const tellTime = replacements.clock ? async () => clock.now() : (db: Queryable) => readDatabaseTime(db)
  const reportTargets = {
    card: findCardForReport,
    group: findGroupForReport,
    message: findMessageForReport,
    image: findImageForReport,
  }
  const albums = { ...shared, cards: chats.cards, media, library: libraryAlbums }
  const visits = { ...shared, isKnownMinor: (caller: Caller) => isKnownMinor(services.accounts, caller) }
  const voices = { chats, engine: speech, places: createSpeakingPlaces(), appSecret }
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
    ...bindHandlers(operations.making, makingHandlers(services.making)),
    ...bindHandlers(operations.media, mediaHandlers(media)),
    ...bindHandlers(operations.personas, personaHandlers(shared)),
    ...bindHandlers(operations.notifications, notificationHandlers(services.notifications)),
    ...bindHandlers(operations.memory, memoryHandlers({ ...memory, chats })),
    ...bindHandlers(operations.pictures, pictureHandlers()),
    ...bindHandlers(operations.pictureTasks, pictureTaskHandlers(pictures)),
    ...bindHandlers(operations.rewards, rewardHandlers({ ...shared, tellTime })),
    ...bindHandlers(operations.safety, safetyHandlers({ ...shared, reportTargets })),
    ...bindHandlers(operations.suggestions, suggestionHandlers(chats)),
    ...bindHandlers(operations.visits, visitHandlers(visits)),
    ...bindHandlers(operations.voices, voiceHandlers(voices)),
    ...bindHandlers(
      operations.site,
      siteHandlers({
        settings,
        model,
        speech,
        image: pictures.model,
        identity,
        version,
        outboxPath: services.outbox && OUTBOX_PATH,
        paymentProvider: billing.payments?.kind ?? null,
      }),
    ),
    ...bindHandlers(
      operations.desk,
      deskHandlers({
        settings,
        database,
        model,
        image: pictures.model,
        version,
        startedAt: clock.now(),
        socketCount: () => shared.live.connectionCount(),
        replyCount: () => chats.replies.all().length,
      }),
    ),
  ]
}
