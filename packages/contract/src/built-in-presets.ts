/** The presets that every server has, by id, in the order in which they are shown. */
export const BUILT_IN_PRESET_IDS = ['balanced', 'precise', 'creative', 'wild', 'long'] as const

export type BuiltInPresetId = (typeof BUILT_IN_PRESET_IDS)[number]

export function isBuiltInPreset(id: string): id is BuiltInPresetId {
  return BUILT_IN_PRESET_IDS.some((known) => known === id)
}
