import type { ApiData, ApiEvent } from '@everkin/contract/api-types.ts'
import type { making } from '@everkin/contract/http/making.ts'
import type { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { EventReply } from '../../platform/http/event-reply.ts'
import { promptOf, replyTokens } from '../chats/open-reply.ts'
import type { ReplySetting } from '../chats/reply-setting.ts'
import { createReplySieve } from '../chats/reply-sieve.ts'
import { TextModelError } from '../chats/text-model.ts'
import { detectCrisis } from '../safety/detect-crisis.ts'
import { screenText } from '../safety/screen-text.ts'
import { emptySingle } from './card-content.ts'
import { checkSingle } from './check-content.ts'
import { inEvents, outcomeOf } from './events.ts'
import { judgeSingle } from './judge-card.ts'
import { findMaker, refuseRating } from './may-make.ts'
import { mergeSingle } from './merge-fields.ts'
import { TEST_REPLIES } from './rules.ts'
import type { MakingServices } from './services.ts'
import { testSetting } from './test-setting.ts'
import { wellFormed } from './well-formed.ts'

type Wish = z.output<typeof making.testReply.body>
type Event = ApiEvent<'POST /api/making/testReply'>
type Done = ApiData<'POST /api/making/testReply'>

/**
 * How a character that is being written would answer, by the prompt and the rules of a real reply. Nothing is kept.
 * @throws AppError AgeNotOpen, TooManyRequests, InvalidInput, TooLarge, SafetyStop, NoModel; in a reply of events those
 * that come later are events.
 */
export async function testReply(
  services: MakingServices,
  caller: SignedInCaller,
  wish: Wish,
): Promise<Done | EventReply<Event>> {
  const maker = await findMaker(services, caller)
  services.limiter.take(`test-reply:${maker.id}`, TEST_REPLIES)
  const content = mergeSingle(emptySingle(caller.locale), wellFormed(wish.card), services.tagNames)
  checkSingle(content)
  refuseRating(services, maker, caller, content.rating)
  const { hindrances } = await judgeSingle(services.database, 'test', content, true, services.clock.now())
  // B5: nobody talks with a character of no age, not even in a test.
  if (hindrances.length > 0) throw new AppError('InvalidInput', { issues: [{ path: 'age', message: hindrances[0] }] })
  refuseLines(
    wish.messages.map(({ text }) => text),
    maker.nsfw,
  )
  if (detectCrisis(wish.messages.at(-1)?.text ?? '', caller.locale) !== 'none')
    throw new AppError('SafetyStop', { category: 'self_harm_encouragement' })
  const setting = testSetting(content, wish.messages, maker, caller.locale)
  const events = stream(services, setting, caller.gone())
  return caller.wantsEvents ? new EventReply(inEvents(services, caller, events)) : outcomeOf(events)
}

/** All of a test is the client's: every line of it is judged, whoever it says has said it (B6). @throws AppError SafetyStop. */
function refuseLines(lines: readonly string[], adultMode: boolean): void {
  for (const [place, line] of lines.entries()) {
    const previous = lines.slice(Math.max(0, place - 4), place)
    const verdict = screenText(line, { surface: 'user_message', previous, adultMode })
    if (verdict.kind === 'blocked') throw new AppError('SafetyStop', { category: verdict.category })
  }
}

async function* stream(
  services: MakingServices,
  setting: ReplySetting,
  signal: AbortSignal,
): AsyncGenerator<Exclude<Event, { type: 'error' }>> {
  const { model } = services.chats
  const prompt = promptOf(services.chats, setting)
  const reply = { text: '' }
  let waiting = ''
  const openSieve = () =>
    createReplySieve(setting, reply, services.clock.now(), (text) => {
      reply.text += text
      waiting += text
    })
  let sieve = openSieve()
  const takeWaiting = () => {
    const text = waiting
    waiting = ''
    return text
  }
  try {
    const { messages, scene, stop } = prompt
    const parts = model.stream({ messages, scene, stop, signal, maxReplyTokens: replyTokens(model.contextTokens) })
    for await (const part of parts) {
      if (part.type === 'text') sieve.push(part.text)
      if (part.type === 'retract') {
        // What has been sent is put right by the text of `done`.
        sieve.discard()
        sieve = openSieve()
        reply.text = waiting = ''
      }
      if (waiting !== '') yield { type: 'delta', text: takeWaiting() }
      if (sieve.verdict()) break
    }
  } catch (error) {
    throw error instanceof TextModelError ? new AppError('NoModel') : error
  } finally {
    sieve.end()
  }
  const verdict = sieve.verdict()
  if (verdict?.kind === 'blocked') throw new AppError('SafetyStop', { category: verdict.category })
  if (waiting !== '') yield { type: 'delta', text: takeWaiting() }
  yield { type: 'done', text: reply.text, voice_demo: model.kind === 'demo' }
}
