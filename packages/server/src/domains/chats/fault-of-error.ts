import type { ReplyFault } from '@everkin/contract/types.ts'
import type { Person } from '../accounts/person.ts'
import type { ChatServices } from './services.ts'
import type { TextModelError } from './text-model.ts'

/**
 * What the reader of a failed reply is told. The provider's status and words are for those who run the server: in local
 * mode everyone, in production the people of ADMIN_EMAILS.
 */
export function faultOfError(
  { settings, clock }: Pick<ChatServices, 'settings' | 'clock'>,
  person: Pick<Person, 'email'>,
  error: TextModelError,
): ReplyFault {
  const isOperator = settings.mode === 'local' || (person.email !== null && settings.adminEmails.includes(person.email))
  const isBusy = error.reason === 'busy' && error.retryAfterMs !== null
  return {
    reason: error.reason,
    retry_at: isBusy ? new Date(clock.now().getTime() + (error.retryAfterMs ?? 0)).toISOString() : null,
    status: isOperator ? error.status : null,
    detail: isOperator ? error.detail : null,
  }
}
