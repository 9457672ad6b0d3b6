import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { operations } from '@everkin/contract/http/all.ts'
import { deskHandlers } from './desk.ts'
import { identify } from './domains/accounts/identify.ts'
import { keyedHash } from './domains/accounts/keyed-hash.ts'
import { isKnownMinor } from './domains/accounts/known-minor.ts'
import { loadPerson } from './domains/accounts/person.ts'
import { accountHandlers } from './domains/accounts/routes.ts'
import type { AccountServices } from './domains/accounts/services.ts'
import { chatAlbumOf } from './domains/albums/chat-album.ts'
import { makeFiles } from './domains/albums/make-files.ts'
import { albumMediaUser, findImageForReport } from './domains/albums/own-albums.ts'
import { albumHandlers } from './domains/albums/routes.ts'
import { billingHandlers } from './domains/billing/routes.ts'
import type { BillingServices } from './domains/billing/services.ts'
import { createCardReader } from './domains/card-files/card-reader.ts'
import { cardFileHandlers } from './domains/card-files/routes.ts'
import type { CardFileServices } from './domains/card-files/services.ts'
import { waitingPictures } from './domains/card-files/waiting-pictures.ts'
import { findOwnPortrait } from './domains/characters/own-portrait-store.ts'
import { findCardForReport, findGroupForReport } from './domains/characters/report-target.ts'
import { characterHandlers } from './domains/characters/routes.ts'
import { createTagNames } from './domains/characters/tag-names.ts'
import { createCardCache } from './domains/chats/cards.ts'
import { createChatTurns } from './domains/chats/chat-turns.ts'
import { countTalk } from './domains/chats/count-talk.ts'
import { letGoOfChats } from './domains/chats/forget-chats.ts'
import { groupChatHandlers } from './domains/chats/groups/routes.ts'
import { createLiveReplies } from './domains/chats/live-replies.ts'
import { createPathCache } from './domains/chats/path-cache.ts'
import { findMessageForReport } from './domains/chats/report-target.ts'
import { chatHandlers } from './domains/chats/routes.ts'
import type { ChatServices } from './domains/chats/services.ts'
import { chatSettingsHandlers } from './domains/chats/settings-routes.ts'
import { stopLocalReply } from './domains/chats/stop-reply.ts'
import { answerStreamWanted } from './domains/chats/sync.ts'
import type { TextModel } from './domains/chats/text-model.ts'
import { chatToolHandlers } from './domains/chats/tool-routes.ts'
import { createTurnCache } from './domains/chats/turn-cache.ts'
import { newProcessId } from './domains/chats/write-reply.ts'
import { invitationsOf } from './domains/invitations/invitations.ts'
import { invitationHandlers } from './domains/invitations/routes.ts'
import type { InvitationServices } from './domains/invitations/services.ts'
import { usedByCards } from './domains/making/card-pictures.ts'
import { makingHandlers } from './domains/making/routes.ts'
import type { MakingServices } from './domains/making/services.ts'
import { mediaHandlers } from './domains/media/routes.ts'
import type { MediaServices, MediaUser } from './domains/media/services.ts'
import { useUpload } from './domains/media/use-upload.ts'
import { READ_CHAT } from './domains/memory/ask-to-read.ts'
import { createMemory } from './domains/memory/memory.ts'
import { readChatKind } from './domains/memory/read-chat.ts'
import { createRecallIndexes } from './domains/memory/recall-indexes.ts'
import { ALL_WAYS, type RecallWays } from './domains/memory/recall-ways.ts'
import { memoryHandlers } from './domains/memory/routes.ts'
import type { MemoryServices } from './domains/memory/services.ts'
import type { PushSender } from './domains/notifications/push-sender.ts'
import { notificationHandlers } from './domains/notifications/routes.ts'
import type { NotificationServices } from './domains/notifications/services.ts'
import { tellPerson } from './domains/notifications/tell-person.ts'
import { personaHandlers } from './domains/personas/routes.ts'
import { findOwnPicture, picturesAmong } from './domains/pictures/find-own-picture.ts'
import type { ImageModel } from './domains/pictures/image-model.ts'
import { createLivePaintings } from './domains/pictures/live-paintings.ts'
import { PAINT, paintKind } from './domains/pictures/paint-task.ts'
import { pictureHandlers, pictureTaskHandlers } from './domains/pictures/routes.ts'
import type { PictureServices } from './domains/pictures/services.ts'
import { rewardHandlers } from './domains/rewards/routes.ts'
import { safetyHandlers } from './domains/safety/routes.ts'
import { suggestionHandlers } from './domains/suggestions/routes.ts'
import { visitHandlers } from './domains/visits/routes.ts'
import { voiceHandlers } from './domains/voices/routes.ts'
import { createSpeakingPlaces } from './domains/voices/speaking-places.ts'
import type { SpeechEngine } from './domains/voices/speech-engine.ts'
import { purse } from './domains/wallet/purse.ts'
import { copyParts, eraseSteps } from './personal-data.ts'
import { invalidInput } from './platform/app-error.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Settings } from './platform/config.ts'
import { connectDatabase } from './platform/db/connect.ts'
import { placeWhole } from './platform/db/data-folder.ts'
import type { Database, Queryable } from './platform/db/database.ts'
import { measureSkewMs, readDatabaseTime } from './platform/db/database-time.ts'
import { openVectorExtension } from './platform/db/vector-extension.ts'
import type { Identity } from './platform/http/caller.ts'
import { type BoundOperation, bindHandlers } from './platform/http/handlers.ts'
import { createPageCache, type PageCache } from './platform/http/page-cache.ts'
import { createRateLimiter, type RateLimiter } from './platform/http/rate-limit.ts'
import type { GuestSources } from './platform/http/security-headers.ts'
import type { VisitorPage } from './platform/http/visitor-page.ts'
import { createJobs, type Jobs } from './platform/jobs/jobs.ts'
import { createLocalBus, type EventBus } from './platform/live/event-bus.ts'
import { createHub, type Hub } from './platform/live/hub.ts'
import { createRedisBus } from './platform/live/redis-bus.ts'
import type { Log } from './platform/log.ts'
import { loadTexts, type Texts } from './platform/texts.ts'
import { importFolder } from './providers/card-files/folder.ts'
import { createPictureAsPng } from './providers/card-files/picture-as-png.ts'
import { chooseEmbeddingModel } from './providers/embedding-model/choose.ts'
import { chooseIdentity } from './providers/identity/choose.ts'
import type { DemoIdentity } from './providers/identity/demo-identity.ts'
import { chooseImageModel } from './providers/image-model/choose.ts'
import { libraryAlbums } from './providers/image-model/painted-albums.ts'
import { chooseMailer, OUTBOX_PATH } from './providers/mail/choose.ts'
import type { Outbox } from './providers/mail/outbox.ts'
import { mediaFolder } from './providers/media/folder.ts'
import { createRepaint } from './providers/media/repaint.ts'
import { createRewrite } from './providers/media/rewrite-video.ts'
import { choosePayments } from './providers/payments/choose.ts'
import { pageSourcesOf } from './providers/payments/page-sources.ts'
import { createWebPush } from './providers/push/web-push.ts'
import { chooseSpeech } from './providers/speech/choose.ts'
import { chooseTextModel } from './providers/text-model/choose.ts'
import { siteHandlers } from './site.ts'
import { isPageOfCard } from './visitor-view.ts'

/** Everything that a running server holds, wired once. Only here and in `providers/` are vendors known. */
export interface Context {
  settings: Settings
  log: Log
  clock: Clock
  texts: Texts
  database: Database
  limiter: RateLimiter
  bus: EventBus
  hub: Hub
  model: TextModel
  outbox: Outbox | null
  /** The demo identity provider of local mode. */
  demoIdentity: DemoIdentity | null
  /** Where pages may load from to sign in with an identity provider. */
  identitySources: GuestSources | null
  jobs: Jobs
  memory: MemoryServices
  chats: ChatServices
  notifications: NotificationServices
  invitations: InvitationServices
  billing: BillingServices
  /** Where the page that pays may load from besides us; no other page may. */
  paymentSources: GuestSources | null
  media: MediaServices
  cardFiles: CardFileServices
  pictures: PictureServices
  visitorPages: PageCache<VisitorPage>
  operations: readonly BoundOperation[]
  version: string
  /** Where the site is reached; known for certain once the port is open. */
  siteUrl: string
  isDraining: boolean
  identify(credentials: { token: string; secret: string }): Promise<Identity | null>
  report(): Record<string, string | number | boolean>
  /** How far this process's clock is from the database's; null where a test holds the clock. */
  clockSkewMs(): Promise<number | null>
  close(): Promise<void>
}

/** What a test may put in place of the real thing. */
export interface Replacements {
  clock?: Clock
  database?: Database
  model?: TextModel
  texts?: Texts
  push?: PushSender
  /** By which ways older things come to mind, for measurements. */
  recallWays?: RecallWays
  /** How large a chat's vectors may be before a database that can compare them does. */
  mostVectorBytes?: number
  /** Null: a server without a voice. */
  speech?: SpeechEngine | null
  images?: ImageModel
}

/** Opens the database, chooses the models and binds every operation. @throws Error when something is missing. */
export async function createContext(settings: Settings, log: Log, replacements: Replacements = {}): Promise<Context> {
  const clock = replacements.clock ?? systemClock
  const texts = replacements.texts ?? loadTexts(log)
  const database = replacements.database ?? (await connectDatabase(settings, clock, log))
  const limiter = createRateLimiter(clock, settings.rateLimits)
  const bus = settings.redisUrl ? createRedisBus(settings.redisUrl, log) : createLocalBus()
  const hub = createHub(bus)
  const model = replacements.model ?? (await chooseTextModel(settings, { say: (line) => log.info(line) }))
  const speech = replacements.speech === undefined ? chooseSpeech(settings) : replacements.speech
  const site = { url: settings.publicUrl ?? `http://localhost:${settings.port}` }
  const { mailer, outbox } = chooseMailer(settings, clock, log, () => site.url)
  const identity = await chooseIdentity(settings)
  const visitorPages = createPageCache<VisitorPage>(clock)
  const shared = {
    ...{ database, clock, settings, texts, log, limiter, live: hub },
    onCardChange: (cardId: string) => visitorPages.drop(isPageOfCard(cardId)),
  }
  const processId = newProcessId()
  const appSecret = readAppSecret(settings)
  const digest = (text: string) => keyedHash(appSecret, 'media', text)
  const album = chatAlbumOf({ ...shared, media: { digest } })
  const jobs = createJobs({ database, clock, log, owner: processId, isAlone: database.kind === 'embedded' })
  const embeddings = chooseEmbeddingModel(settings)
  const memory: MemoryServices = {
    ...{ ...shared, bus, model, jobs, embeddings },
    indexes: createRecallIndexes(database, {
      embeddingName: embeddings?.name ?? null,
      isInDatabase: embeddings !== null && (await openVectorExtension(database, log)),
      mostVectorBytes: replacements.mostVectorBytes,
    }),
    ways: replacements.recallWays ?? ALL_WAYS,
  }
  const chats: ChatServices = {
    ...shared,
    bus,
    model,
    cards: createCardCache(database, album),
    album,
    paths: createPathCache(),
    turns: createChatTurns(),
    replies: createLiveReplies(),
    turnCache: createTurnCache(),
    ...createMemory(memory),
    onReply: (reply) => void tellPerson(notifications, reply),
    processId,
    othersMayLive: database.kind === 'postgres',
  }
  jobs.handle(READ_CHAT, readChatKind({ ...memory, chats }))
  bus.subscribe((event) => {
    if (event.kind === 'memory_changed') {
      if (!event.hasOnlyGrown) memory.indexes.forget(event.chatId)
      chats.turnCache.forget(event.chatId)
    } else if (event.kind === 'stop_generation') stopLocalReply(chats, event.chatId)
    else if (event.kind === 'stream_wanted') answerStreamWanted(chats, event)
    else if (event.kind === 'chats_erased') {
      letGoOfChats(chats, event.chatIds)
      for (const chatId of event.chatIds) memory.indexes.forget(chatId)
    }
  })
  const notifications: NotificationServices = {
    ...shared,
    chats,
    isHere: (personId) => hub.isHere(personId),
    push:
      replacements.push ??
      createWebPush({
        appSecret,
        log,
        contact: () => contactOf(settings.supportEmail, site.url),
      }),
  }
  const repaint = createRepaint()
  const mediaUsers: MediaUser[] = [waitingPictures, { usedAmong: picturesAmong }, albumMediaUser]
  const media: MediaServices = {
    ...shared,
    files: mediaFolder(join(settings.dataDir, 'media')),
    repaint,
    rewrite: createRewrite(repaint),
    digest,
    users: mediaUsers,
    make: (name) => makeFiles({ database, media: { ...media }, library: libraryAlbums }, name),
    ageOf: async (db, personId) => (await loadPerson(db, personId))?.ageState ?? null,
  }
  const cardFiles: CardFileServices = {
    ...{ ...shared, media },
    reader: createCardReader(),
    files: importFolder(join(settings.dataDir, 'card-files')),
    pictureAsPng: createPictureAsPng(media.files, PICTURES_FOLDER),
  }
  const image = replacements.images ?? chooseImageModel(settings)
  const pictures: PictureServices = {
    ...{ ...shared, jobs, files: media.files, model: image },
    repaint: media.repaint,
    paintings: createLivePaintings(),
    faceOf: async (db, personId, cardId) => {
      const portrait = await findOwnPortrait(db, personId, cardId)
      return portrait ? ((await findOwnPicture(db, personId, portrait))?.spec ?? null) : portrait
    },
  }
  jobs.handle(PAINT, paintKind(pictures))
  const accounts: AccountServices = {
    ...shared,
    mailer,
    identities: identity.verifier,
    appSecret,
    purse,
    invitations: invitationsOf(appSecret),
    media: media.files,
    onErase: eraseSteps({ ...chats, media: media.files, imports: cardFiles.files }),
    copyParts: copyParts({ ...chats, media: media.files, imports: cardFiles.files }),
  }
  const billing: BillingServices = { ...shared, payments: await choosePayments(settings, database, clock) }
  const invitations: InvitationServices = {
    ...shared,
    appSecret,
    tagNames: createTagNames(texts),
    siteUrl: () => site.url,
    talkOf: countTalk,
  }
  const making: MakingServices = {
    ...{ ...shared, chats, digest, tagNames: createTagNames(texts) },
    takePicture: async (tx, personId, ref, field) => {
      const { address } = await useUpload(tx, media.digest, { personId, ref, purposes: ['card', 'generated'], field })
      if (!address) throw invalidInput(field, 'not_found')
      return address
    },
  }
  mediaUsers.push({ usedAmong: usedByCards })
  // A test that holds the clock holds this one too.
  const tellTime = replacements.clock ? async () => clock.now() : (db: Queryable) => readDatabaseTime(db)
  const version = readVersion()
  const bound = [
    ...bindHandlers(operations.accounts, accountHandlers(accounts)),
    ...bindHandlers(operations.albums, albumHandlers({ ...shared, cards: chats.cards, media, library: libraryAlbums })),
    ...bindHandlers(operations.billing, billingHandlers(billing)),
    ...bindHandlers(operations.cardFiles, cardFileHandlers(cardFiles)),
    ...bindHandlers(operations.characters, characterHandlers(shared)),
    ...bindHandlers(operations.chatSettings, chatSettingsHandlers(chats)),
    ...bindHandlers(operations.chats, chatHandlers(chats)),
    ...bindHandlers(operations.groupChats, groupChatHandlers(chats)),
    ...bindHandlers(operations.chatTools, chatToolHandlers(chats)),
    ...bindHandlers(operations.invitations, invitationHandlers(invitations)),
    ...bindHandlers(operations.making, makingHandlers(making)),
    ...bindHandlers(operations.media, mediaHandlers(media)),
    ...bindHandlers(operations.personas, personaHandlers(shared)),
    ...bindHandlers(operations.notifications, notificationHandlers(notifications)),
    ...bindHandlers(operations.memory, memoryHandlers({ ...memory, chats })),
    ...bindHandlers(operations.pictures, pictureHandlers()),
    ...bindHandlers(operations.pictureTasks, pictureTaskHandlers(pictures)),
    ...bindHandlers(operations.rewards, rewardHandlers({ ...shared, tellTime })),
    ...bindHandlers(
      operations.safety,
      safetyHandlers({
        ...shared,
        reportTargets: {
          card: findCardForReport,
          group: findGroupForReport,
          message: findMessageForReport,
          image: findImageForReport,
        },
      }),
    ),
    ...bindHandlers(operations.suggestions, suggestionHandlers(chats)),
    ...bindHandlers(
      operations.visits,
      visitHandlers({ ...shared, isKnownMinor: (caller) => isKnownMinor(accounts, caller) }),
    ),
    ...bindHandlers(
      operations.voices,
      voiceHandlers({ chats, engine: speech, places: createSpeakingPlaces(), appSecret }),
    ),
    ...bindHandlers(
      operations.site,
      siteHandlers({
        ...{ settings, model, speech, image, identity, version },
        outboxPath: outbox && OUTBOX_PATH,
        paymentProvider: billing.payments?.kind ?? null,
      }),
    ),
    ...bindHandlers(
      operations.desk,
      deskHandlers({
        settings,
        database,
        model,
        image,
        version,
        startedAt: clock.now(),
        socketCount: () => hub.connectionCount(),
        replyCount: () => chats.replies.all().length,
      }),
    ),
  ]
  return {
    settings,
    log,
    clock,
    texts,
    database,
    limiter,
    bus,
    hub,
    model,
    outbox,
    demoIdentity: identity.demo,
    identitySources: identity.sources,
    jobs,
    memory,
    chats,
    notifications,
    invitations,
    billing,
    paymentSources: pageSourcesOf(billing.payments?.kind ?? null),
    media,
    cardFiles,
    pictures,
    visitorPages,
    operations: bound,
    version,
    get siteUrl() {
      return site.url
    },
    set siteUrl(url: string) {
      site.url = url
    },
    isDraining: false,
    identify: (credentials) => identify(database, credentials, clock.now(), settings.adminEmails),
    report: () => ({ model: model.kind, replies: chats.replies.all().length, store: database.kind }),
    clockSkewMs: async () => (replacements.clock ? null : measureSkewMs(database, clock)),
    close: async () => {
      await speech?.close()
      await cardFiles.reader.close()
      await bus.close()
      await database.close()
    },
  }
}

/** Portraits and covers of the library, as the build has made them. */
const PICTURES_FOLDER = fileURLToPath(new URL('../../../build/pictures', import.meta.url))

/** Whom a push service may turn to; it takes an address of mail or of an https site (RFC 8292). */
function contactOf(supportEmail: string | null, siteUrl: string): string {
  if (supportEmail) return `mailto:${supportEmail}`
  return siteUrl.startsWith('https:') ? siteUrl : 'mailto:nobody@localhost'
}

/** The secret that keys hashes and links; made once and kept in the data folder where none is set. */
function readAppSecret(settings: Settings): string {
  if (settings.appSecret) return settings.appSecret
  const path = join(settings.dataDir, 'app-secret')
  if (!existsSync(path)) {
    mkdirSync(settings.dataDir, { recursive: true })
    try {
      placeWhole(path, randomBytes(32).toString('base64url'))
    } catch (error) {
      // With DATABASE_URL several processes may make it at once: whoever was first is right.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // a system error
    }
  }
  return readFileSync(path, 'utf8').trim()
}

function readVersion(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version // our own file
}
