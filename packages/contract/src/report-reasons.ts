/** The reasons for a report, in display order. Separate from the schemas, for the client. */
export const REPORT_REASONS = [
  'minor_safety',
  'self_harm',
  'sexual',
  'violence',
  'hate',
  'harassment',
  'real_person',
  'spam',
  'other',
] as const
