import { recordMinorSignal } from '../../accounts/module.ts'
import { findMinorSignal } from '../../safety/module.ts'
import type { ChatContext } from '../context/chat-context.ts'
import type { ChatServices } from '../services.ts'

/**
 * Looks in a person’s own words for a sign that they are under 18 (A6). Returns whether it has changed what they may do:
 * the chat must then be loaded again, which refuses what is closed to them now.
 */
export async function checkMinorSignal(
  services: ChatServices,
  { person }: Pick<ChatContext, 'person'>,
  text: string,
): Promise<boolean> {
  const signal = findMinorSignal(text, services.clock.now())
  if (!signal || !(await recordMinorSignal(services, person.id, signal))) return false
  services.contextCache.forgetPerson(person.id)
  return true
}
