import { createGoodbyeFilter, type GoodbyeFilter, saysGoodbye, type Verdict } from '../../safety/module.ts'
import type { LoadedCard } from '../context/card-cache.ts'
import type { LiveReply } from '../context/live-replies.ts'
import type { ChatServices } from '../services.ts'
import { createSpeakerStop, type SpeakerStop } from '../speakers/speaker-stop.ts'
import { createDefinitionRedactor, type HiddenDefinition } from './hidden-definition.ts'
import type { ReplyContext } from './reply-context.ts'
import { createReplyModeration } from './reply-moderation.ts'

/**
 * What the text of a model passes before readers see it: the speaker stop, then the redaction of a hidden definition,
 * then moderation.
 */
export interface ReplyFilters {
  push(text: string): void
  /** Passes on what is held back. When it resolves, `live.text` is what is to be stored. */
  end(): Promise<void>
  /** Removes all text that was pushed. What readers have been sent of it must be taken back. */
  restart(): void
  /** Whether the text has come to a line of another speaker: nothing after that belongs to the reply. */
  isCut(): boolean
  /** The hit that ends the reply. */
  verdict(): Verdict | null
  /** True once after text was taken back that readers may have been sent. */
  takeRevised(): boolean
}

interface FilterSettings {
  definition: HiddenDefinition | null
  send(text: string): void
  /** The moderation model has stopped the reply. */
  onHit(): void
}

/** The filters of a reply, which may continue the text that `live` has already. */
export function createReplyFilters(
  services: Pick<ChatServices, 'clock' | 'moderator' | 'texts'>,
  replyContext: ReplyContext,
  live: LiveReply,
  { definition, send, onHit }: FilterSettings,
): ReplyFilters {
  const textBefore = live.text
  const open = () => ({
    speakerStop: createSpeakerStopFor(replyContext, textBefore),
    redactor: createDefinitionRedactor(definition, textBefore),
    moderation: createReplyModeration(replyContext, live, {
      now: services.clock.now(),
      send,
      model: { moderator: services.moderator, onHit },
      goodbye: goodbyeFilterFor(services, replyContext),
    }),
  })
  let filters = open()
  const moderate = (text: string) => {
    if (text !== '') filters.moderation.push(text)
  }
  const redact = (text: string) => moderate(filters.redactor ? filters.redactor.push(text) : text)
  return {
    push: (text) => redact(filters.speakerStop.push(text)),
    async end() {
      redact(filters.speakerStop.end())
      moderate(filters.redactor?.end() ?? '')
      await filters.moderation.end()
    },
    restart() {
      filters.moderation.discard()
      live.text = textBefore
      filters = open()
    },
    isCut: () => filters.speakerStop.isCut,
    verdict: () => filters.moderation.verdict(),
    takeRevised: () => filters.moderation.takeRevised(),
  }
}

/**
 * Keeps a reply, of which `textBefore` already exists, to its speaker's own lines: it ends before a line of the person or,
 * in a group, of another member. Models are not given names to stop at, since those would cut a status board too.
 */
function createSpeakerStopFor({ loadedCard, speaker, persona, person }: ReplyContext, textBefore: string): SpeakerStop {
  const isGroup = loadedCard.card.type === 'multiple'
  const others = loadedCard.members.filter((member) => member.card.id !== speaker.card.id)
  const reader = [persona.name, person.nickname, 'User'].map((name) => [name])
  return createSpeakerStop(
    // A single character may write a scene as a script, with its own name before its lines.
    { own: namesOf(speaker), others: [...others.map(namesOf), ...reader], isOwnKeptLater: !isGroup },
    textBefore === '' || (isGroup && /[\n\r]\s*$/.test(textBefore)),
  )
}

function namesOf({ card, promptCard }: LoadedCard): string[] {
  return [...card.names, promptCard.nickname]
}

/**
 * The filter of a reply that must not hold anybody back: the answer to a goodbye, and a message that nobody asked for
 * (H5). Null for every other reply, which streams without it.
 */
function goodbyeFilterFor(
  { texts }: Pick<ChatServices, 'texts'>,
  { isProactive, path, locale }: Pick<ReplyContext, 'isProactive' | 'path' | 'locale'>,
): GoodbyeFilter | null {
  if (isProactive) return createGoodbyeFilter('proactive', texts.translate(locale)('breaks.unasked'))
  const said = path.findLast(({ role }) => role === 'user')?.text
  if (said === undefined || !saysGoodbye(said)) return null
  return createGoodbyeFilter('goodbye', texts.translate(locale)('breaks.goodbye'))
}
