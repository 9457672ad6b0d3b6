import { clipStartToTokens, countTokens, TOKENS_AROUND_MESSAGE } from '../../models/module.ts'
import { type MacroContext, renderTemplate, type Template } from './macros.ts'
import type { PathMessage } from './prompt-input.ts'
import { withoutTemplateMarks } from './untrusted-fields.ts'

/** The cost of a message of the path in a prompt: its stored count, the marks around it and the name before it. */
export function messageTokens(message: PathMessage, isNamed: boolean): number {
  return message.tokens + TOKENS_AROUND_MESSAGE + (isNamed ? countTokens(message.speaker) + 1 : 0)
}

/** How many of the newest messages fit, and their tokens. Stops at the first that does not, so that there is no gap. */
export function fitNewestMessages(path: readonly PathMessage[], tokenBudget: number, isNamed: boolean) {
  let tokens = 0
  let count = 0
  for (const message of path.toReversed()) {
    const cost = messageTokens(message, isNamed)
    if (tokens + cost > tokenBudget) break
    tokens += cost
    count += 1
  }
  return { count, tokens }
}

/** The newest message, cut to its end if it is longer than `tokenBudget`. */
export function fitNewest(message: PathMessage, tokenBudget: number, isNamed: boolean): PathMessage {
  const around = messageTokens(message, isNamed) - message.tokens
  if (message.tokens + around <= tokenBudget) return message
  const text = clipStartToTokens(message.text, Math.max(1, tokenBudget - around))
  return { ...message, text, tokens: countTokens(text) }
}

/** The first blocks of example dialogue that fit. */
export function fitExamples(blocks: readonly Template[], context: MacroContext, tokenBudget: number) {
  const texts: string[] = []
  let left = tokenBudget
  for (const block of blocks) {
    const text = renderTemplate(block, context).trim()
    const cost = text.length / 4 > left ? Number.POSITIVE_INFINITY : countTokens(text) + 1
    if (cost > left) break
    left -= cost
    texts.push(text)
  }
  return { texts, dropped: blocks.length - texts.length }
}

/** A message's content, with its speaker's name when there are several speakers. */
export function contentOf(message: PathMessage, isNamed: boolean): string {
  const text = withoutTemplateMarks(message.text)
  return isNamed && message.speaker !== '' ? `${message.speaker}: ${text}` : text
}
