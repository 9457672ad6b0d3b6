import { LIMITS } from '@everkin/contract/limits.ts'
import type { StopPlace } from '@everkin/contract/moderation-choices.ts'
import { truncateText } from '@everkin/contract/truncate-text.ts'
import type { StoppedText } from '../../lib/stopped-text.ts'

/** What an appeal against a stop starts with. */
export interface AppealedText {
  place: StopPlace
  text: string
  chatId: string | null
}

const NOTHING: AppealedText = { place: 'message', text: '', chatId: null }

/** Values of a request that nobody wrote: ids, keys and choices. */
const NOT_WRITTEN =
  /(^|_)(id|ids|key|kind|type|state|rating|visibility|gender|lang|avatar|cover|size|style|voice|mode)$/

/** The place and the words of a refused request, cut to what an appeal may have. */
export function appealedText(stopped: StoppedText | null): AppealedText {
  if (!stopped) return NOTHING
  const { call, body } = stopped
  const text = truncateText(writtenTexts(body).join('\n\n'), LIMITS.stoppedTextLength)
  return { place: placeOf(call), text, chatId: call === 'message.send' ? chatIdOf(body) : null }
}

function placeOf(call: string): StopPlace {
  if (call === 'message.send') return 'message'
  if (call.includes('/task/')) return 'picture'
  return /\/editor\/|\/chat\.(Single|Multiple)\//.test(call) ? 'card' : 'other'
}

function chatIdOf(body: unknown): string | null {
  const id = body !== null && typeof body === 'object' && 'chat_id' in body ? body.chat_id : null
  return typeof id === 'string' ? id : null
}

function writtenTexts(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, part]) => (NOT_WRITTEN.test(name) ? [] : writtenTexts(part)))
}
