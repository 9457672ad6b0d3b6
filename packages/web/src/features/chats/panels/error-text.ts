import { ApiError } from '../../../api/client.ts'
import type { TextFunction } from '../../../i18n/use-text.ts'

/** What to say of a call that failed: the server's own words where it has any. */
export function errorText(error: unknown, text: TextFunction): string {
  return error instanceof ApiError ? error.message : text('errors.internal')
}
