import { AppError } from '../../../platform/app-error.ts'
import { isMember, isOwner, type Person } from '../../accounts/module.ts'
import { isMinor } from '../../safety/module.ts'
import type { ModelEntry } from '../model-registry.ts'
import type { ModelServices } from '../services.ts'

type Rules = Pick<ModelServices, 'models' | 'settings' | 'clock'>

/** Whether a person may use a model. The default model is everybody's. */
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

/**
 * The price of a reply by this model, in messages. Members and guests pay nothing, nor do teens, who cannot buy any
 * (A8), and nobody pays for the demo model.
 */
export function messagePriceOf(
  { settings, clock }: Pick<ModelServices, 'settings' | 'clock'>,
  person: Person,
  { model, messagePrice }: Pick<ModelEntry, 'model' | 'messagePrice'>,
): number {
  if (person.guestMessagesLeft !== null || isMinor(person.ageState)) return 0
  return model.kind === 'demo' || isMember(person, clock.now()) ? 0 : (messagePrice ?? settings.messagePrice)
}
