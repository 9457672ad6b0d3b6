import { createGoodbyeFilter, type GoodbyeFilter, saysGoodbye } from '../../safety/module.ts'
import type { ChatServices } from '../services.ts'
import type { ReplyContext } from './reply-context.ts'

/**
 * The filter of a reply that must not hold anybody back: the answer to a goodbye, and a message that nobody asked for
 * (H5). Null for every other reply, which streams without it.
 */
export function goodbyeFilterFor(
  { texts }: Pick<ChatServices, 'texts'>,
  { isProactive, path, locale }: Pick<ReplyContext, 'isProactive' | 'path' | 'locale'>,
): GoodbyeFilter | null {
  if (isProactive) return createGoodbyeFilter('proactive', texts.translate(locale)('breaks.unasked'))
  const said = path.findLast(({ role }) => role === 'user')?.text
  if (said === undefined || !saysGoodbye(said)) return null
  return createGoodbyeFilter('goodbye', texts.translate(locale)('breaks.goodbye'))
}
