/** The reasons for which a person can be suspended, in display order. Separate from the schemas, for the client. */
export const SUSPENSION_REASONS = [
  'minor_safety',
  'under_age',
  'sexual',
  'violence',
  'hate',
  'harassment',
  'real_person',
  'spam',
  'fraud',
  'evasion',
  'other',
] as const

export type SuspensionReason = (typeof SUSPENSION_REASONS)[number]
