import { AppError } from '../../../platform/app-error.ts'
import { isMember, isOwner, type Person } from '../../accounts/module.ts'
import { isMinor } from '../../safety/module.ts'
import type { ModelEntry } from '../model-registry.ts'
import type { ModelServices } from '../services.ts'

type Rules = Pick<ModelServices, 'models' | 'settings' | 'clock'>

/** Whether a person may use a model. The default model is everyone's. */
function canUseModel({ models, settings, clock }: Rules, person: Person, entry: ModelEntry): boolean {
  if (entry.access === 'everyone' || entry.id === models.find(null).id) return true
  return isOwner(person, settings) || (entry.access === 'members' && isMember(person, clock.now()))
}

/** The models that a person may choose, the default one first. */
export function listUsableModels(services: Rules, person: Person): ModelEntry[] {
  return services.models.entries().filter((entry) => canUseModel(services, person, entry))
}

/** The model of this id, if it is connected and the person may use it; else null. */
export function findUsableModel(services: Rules, person: Person, modelId: string): ModelEntry | null {
  const entry = services.models.entries().find(({ id }) => id === modelId)
  return entry && canUseModel(services, person, entry) ? entry : null
}

/**
 * The model of this id, for a person who chooses it.
 * @throws AppError NotFound when it is not connected, NotAllowed when it is not for this person.
 */
export function requireUsableModel(services: Rules, person: Person, modelId: string): ModelEntry {
  const entry = services.models.entries().find(({ id }) => id === modelId)
  if (!entry) throw new AppError('NotFound')
  if (!canUseModel(services, person, entry)) throw new AppError('NotAllowed')
  return entry
}

type PriceRules = Pick<ModelServices, 'settings'>

/** What a reply by this model takes of someone who pays, in messages. Nobody pays for the demo model. */
export function fullPriceOf(
  { settings }: PriceRules,
  { model, messagePrice }: Pick<ModelEntry, 'model' | 'messagePrice'>,
): number {
  return model.kind === 'demo' ? 0 : (messagePrice ?? settings.messagePrice)
}

/** Whether a model that everyone may use takes messages. */
export function areMessagesCounted(services: PriceRules & Pick<ModelServices, 'models'>): boolean {
  const usual = services.models.find(null).id
  return services.models
    .entries()
    .some((entry) => (entry.access === 'everyone' || entry.id === usual) && fullPriceOf(services, entry) > 0)
}

/**
 * The price of a reply by this model for a person, in messages. Members and guests pay nothing, nor do teens, who cannot
 * buy any (A8).
 */
export function messagePriceOf(
  services: PriceRules & Pick<ModelServices, 'clock'>,
  person: Person,
  entry: Pick<ModelEntry, 'model' | 'messagePrice'>,
): number {
  if (person.guestMessagesLeft !== null || isMinor(person.ageState)) return 0
  return isMember(person, services.clock.now()) ? 0 : fullPriceOf(services, entry)
}
