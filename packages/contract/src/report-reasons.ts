/** Why something is reported, in the order in which a reporter is asked. Apart from the schemas, for the client. */
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
