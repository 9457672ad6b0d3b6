import { ApiError } from '../../../api/call.ts'
import type { Text } from '../../../i18n/use-text.ts'

/** What to say of a call that failed: the server's own words where it has any. */
export function errorText(error: unknown, text: Text): string {
  return error instanceof ApiError ? error.message : text('errors.internal')
}
