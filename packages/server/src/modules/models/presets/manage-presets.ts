import { BUILT_IN_PRESET_IDS, isBuiltInPreset } from '@everkin/contract/built-in-presets.ts'
import { isBlank } from '@everkin/contract/is-blank.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import { AppError, invalidInput, stoppedSave } from '../../../platform/app-error.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { claimSaveKey, lockPersonRow } from '../../accounts/module.ts'
import { recordVerdict, screenText } from '../../safety/module.ts'
import type { ModelServices } from '../services.ts'
import { BUILT_IN_PRESETS, type OwnPreset, type PresetSettings } from './preset.ts'
import { deletePresetRow, selectPreset, selectPresets, upsertPreset } from './preset-store.ts'
import { settingsView } from './wire-settings.ts'

/** A preset as people choose it, built-in or their own. */
export interface NamedPreset extends PresetSettings {
  id: string
  name: string
  isBuiltIn: boolean
}

type Services = Pick<ModelServices, 'database' | 'clock' | 'texts'>

/** The built-in presets, with names in the reader's language, then the person's own, oldest first. */
export async function listPresets(services: Services, personId: string, locale: Locale): Promise<NamedPreset[]> {
  const translate = services.texts.translate(locale)
  const builtIn = BUILT_IN_PRESET_IDS.map((id) => ({
    ...BUILT_IN_PRESETS[id],
    id,
    name: translate(`presets.builtIn.${id}`),
    isBuiltIn: true,
  }))
  const own = await selectPresets(services.database, personId)
  return [...builtIn, ...own.map((preset) => ({ ...preset, isBuiltIn: false }))]
}

/** The settings of a preset that this person can choose; null for one that is gone or someone else's. */
export async function findPreset(db: Queryable, personId: string, id: string): Promise<PresetSettings | null> {
  return isBuiltInPreset(id) ? BUILT_IN_PRESETS[id] : selectPreset(db, personId, id)
}

/**
 * Creates a preset, or changes the one with this id. A save that is repeated with its key is made once.
 * @throws AppError InvalidInput for a blank name, NotFound for an id that is not theirs (also a built-in one), Conflict
 * when there are too many or for a key of another save, SafetyStop for a name that moderation blocks.
 */
export async function savePreset(
  services: Services,
  personId: string,
  input: { id?: string | undefined; name: string; settings: PresetSettings; key?: string | undefined },
): Promise<OwnPreset> {
  const { id, name, settings, key } = input
  const plainName = name.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').trim()
  if (isBlank(plainName)) throw invalidInput('name', 'required')
  const now = services.clock.now()
  const verdict = screenText(plainName, { surface: 'nickname', adultMode: false })
  if (verdict.kind === 'blocked') {
    const ref = { id: personId, personId }
    await recordVerdict(services.database, { surface: 'nickname', ref, verdict, now })
    throw stoppedSave(verdict.category)
  }
  return services.database.transaction(async (tx) => {
    if (!(await lockPersonRow(tx, personId))) throw new AppError('NotSignedIn')
    const newPreset = { id: newId(now), createdAt: now }
    const body = ['preset', id, plainName, settings]
    const savedId = await claimSaveKey(tx, { personId, key, body, now }, id ?? newPreset.id)
    const known = await selectPresets(tx, personId)
    const knownId = savedId ?? id
    const existing = knownId === undefined ? null : known.find((preset) => preset.id === knownId)
    if (existing === undefined) throw new AppError('NotFound')
    if (savedId !== null && existing) return existing
    if (!existing && known.length >= LIMITS.presets)
      throw new AppError('Conflict', { limit: LIMITS.presets }, 'tooMany')
    const base = existing ?? newPreset
    const preset: OwnPreset = { ...settings, id: base.id, createdAt: base.createdAt, name: plainName }
    await upsertPreset(tx, personId, preset)
    return preset
  })
}

/** Deletes a preset. Chats that use it continue without one. @throws AppError NotFound. */
export async function deletePreset(services: Services, personId: string, id: string): Promise<void> {
  await services.database.transaction(async (tx) => {
    if (!(await lockPersonRow(tx, personId))) throw new AppError('NotSignedIn')
    if (!(await deletePresetRow(tx, personId, id))) throw new AppError('NotFound')
  })
}

/** Every preset of a person as `preset/save` takes it (D2). They are erased with the person's row. */
export async function exportPresets(db: Queryable, personId: string): Promise<object[]> {
  return (await selectPresets(db, personId)).map(({ id, name, createdAt, ...settings }) => ({
    id,
    name,
    ...settingsView(settings),
    created_at: createdAt,
  }))
}
