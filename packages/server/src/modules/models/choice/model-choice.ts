import { AppError } from '../../../platform/app-error.ts'
import { onlyRow, type Queryable, type Transaction } from '../../../platform/db/database.ts'
import { lockPersonRow } from '../../accounts/module.ts'
import { findPreset } from '../presets/manage-presets.ts'
import type { ModelServices } from '../services.ts'
import { requireUsableModel } from './usable-model.ts'

/** With what a person's new chats start. Null: the server's default model, the model's own settings. */
export interface ModelChoice {
  modelId: string | null
  presetId: string | null
}

const NO_CHOICE: ModelChoice = { modelId: null, presetId: null }

async function selectChoice(db: Queryable, personId: string, cardId: string | null): Promise<ModelChoice> {
  const row = onlyRow(
    await db.query<ModelChoice>(
      `select model_id as "modelId", preset_id as "presetId" from model_choice
       where person_id = $1 and card_id is not distinct from $2::text`,
      [personId, cardId],
    ),
  )
  return row ?? NO_CHOICE
}

/** A person's choice for all new chats. */
export function findModelChoice(db: Queryable, personId: string): Promise<ModelChoice> {
  return selectChoice(db, personId, null)
}

/** With what a new chat with this card starts: what was chosen for the card, and else for all chats. */
export async function findChoiceForNewChat(db: Queryable, personId: string, cardId: string): Promise<ModelChoice> {
  const [ofCard, ofAll] = [await selectChoice(db, personId, cardId), await selectChoice(db, personId, null)]
  return { modelId: ofCard.modelId ?? ofAll.modelId, presetId: ofCard.presetId ?? ofAll.presetId }
}

/** Stores what new chats with a card start with. The caller has checked card, model and preset. */
export async function storeChoice(
  tx: Transaction,
  personId: string,
  cardId: string | null,
  { modelId, presetId }: ModelChoice,
): Promise<void> {
  await tx.query('delete from model_choice where person_id = $1 and card_id is not distinct from $2::text', [
    personId,
    cardId,
  ])
  if (modelId === null && presetId === null) return
  await tx.query('insert into model_choice (person_id, card_id, model_id, preset_id) values ($1, $2, $3, $4)', [
    personId,
    cardId,
    modelId,
    presetId,
  ])
}

/**
 * Saves a person's choice for all new chats. Undefined leaves a part as it is, null removes it.
 * @throws AppError NotFound for a model or preset that is not there, NotAllowed for a model that is not for them.
 */
export async function saveModelChoice(
  services: ModelServices,
  personId: string,
  { modelId, presetId }: { modelId?: string | null | undefined; presetId?: string | null | undefined },
): Promise<ModelChoice> {
  return services.database.transaction(async (tx) => {
    const person = await lockPersonRow(tx, personId)
    if (!person) throw new AppError('NotSignedIn')
    if (modelId) requireUsableModel(services, person, modelId)
    if (presetId && !(await findPreset(tx, personId, presetId))) throw new AppError('NotFound')
    const before = await selectChoice(tx, personId, null)
    const next = {
      modelId: modelId === undefined ? before.modelId : modelId,
      presetId: presetId === undefined ? before.presetId : presetId,
    }
    await storeChoice(tx, personId, null, next)
    return next
  })
}

/** All choices of a person, for the export of their data. */
export function exportModelChoices(db: Queryable, personId: string): Promise<object[]> {
  return db.query(
    'select card_id, model_id, preset_id from model_choice where person_id = $1 order by card_id nulls first',
    [personId],
  )
}
