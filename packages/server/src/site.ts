import type { site } from '@everkin/contract/http/site.ts'
import type { ImageModel } from './modules/image-tasks/module.ts'
import { areMessagesCounted, fullPriceOf, type ModelRegistry, type TextModel } from './modules/models/module.ts'
import type { SpeechEngine, Transcriber } from './modules/speech/module.ts'
import type { Settings } from './platform/config.ts'
import type { Handlers } from './platform/http/handlers.ts'
import type { ChosenIdentity } from './providers/identity/choose.ts'

/** What clients may know about this deployment; nothing here is secret. */
export function siteHandlers(services: {
  settings: Settings
  model: TextModel
  models: ModelRegistry
  /** Whether no connected model is on another machine. */
  areModelsHere(): boolean
  speech(): Pick<SpeechEngine, 'kind' | 'isOnThisMachine'> | null
  transcriber(): Pick<Transcriber, 'isOnThisMachine'> | null
  image: Pick<ImageModel, 'kind'>
  /** The address of the image model; null for the built-in painter. */
  imageUrl(): string | null
  identity: Pick<ChosenIdentity, 'client' | 'providers'>
  outboxPath: string | null
  paymentProvider: 'stripe' | 'sandbox' | null
  version: string
  /** The site's URL; final once the port is open. */
  siteUrl(): string
}): Handlers<typeof site> {
  const { settings, model, image, identity } = services
  const config = {
    mode: settings.mode,
    sign_in: {
      email: true,
      google: identity.providers.includes('google'),
      facebook: identity.providers.includes('facebook'),
      password: true,
    },
    identity: identity.client,
    get passkey_domain() {
      return new URL(services.siteUrl()).hostname
    },
    mail_outbox: settings.mode === 'local' ? services.outboxPath : null,
    payment_provider: services.paymentProvider,
    stripe_publishable_key: settings.stripePublishableKey,
    refund_days: settings.refundDays,
    audience: settings.audience,
    nsfw_enabled: settings.nsfwEnabled,
    publishing_enabled: settings.publishingEnabled,
    // The operator may connect another model at any time.
    get model() {
      return {
        kind: model.kind,
        voice_demo: model.kind === 'demo',
        on_this_machine: services.areModelsHere(),
        operator: settings.modelOperator,
      }
    },
    get speech() {
      const speech = services.speech()
      return speech && { kind: speech.kind, on_this_machine: speech.isOnThisMachine }
    },
    get transcription() {
      const transcriber = services.transcriber()
      return transcriber && { on_this_machine: transcriber.isOnThisMachine }
    },
    // The protocol of an endpoint may be known only after the first request.
    get image() {
      return { kind: image.kind, on_this_machine: isOnThisMachine(services.imageUrl()) }
    },
    generated_image_price: settings.generatedImagePrice,
    get message_price() {
      return fullPriceOf(services, services.models.find(null))
    },
    get messages_counted() {
      return areMessagesCounted(services)
    },
    new_account_messages: settings.newAccountMessages,
    guest_messages: settings.guestMessages,
    reach_claim: settings.reachClaim,
    operator_name: settings.operatorName,
    support_email: settings.supportEmail,
    discord_url: settings.discordUrl,
    app_store_url: settings.appStoreUrl,
    play_store_url: settings.playStoreUrl,
    version: services.version,
  }
  return { config: async () => config }
}

/** Without a configured URL, a model runs in this process or as a server that was found on this machine. */
function isOnThisMachine(baseUrl: string | null): boolean {
  return baseUrl === null || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(baseUrl).hostname)
}
