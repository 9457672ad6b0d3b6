import { createSeededRandom } from '../../../modules/chats/module.ts'
import type { Scene } from '../../../modules/models/module.ts'
import { isCrisisText } from '../../../modules/safety/module.ts'
import { type CardMaterial, collectMaterial, findClosest } from './card-material.ts'
import { contentWords, detectIntent, findName, findQuote, findTopic } from './parse-message.ts'
import { phrasesOf } from './phrases/by-locale.ts'
import type { Intent, Phrases } from './phrases/phrases.ts'

/** The number of character lines within which nothing is repeated. */
const RECENT_REPLIES = 6
/** Intents whose answer stands alone: no question after it, no recalled line. */
const PLAIN_INTENTS: readonly Intent[] = ['ai', 'goodbye']

/** The inputs of a reply. */
interface ReplyDraft {
  scene: Scene
  phrases: Phrases
  material: CardMaterial
  intent: Intent
  /** The person's newest line. */
  line: string
  chance: () => number
  recent: string
  /** The newest line is a crisis message: it gets a kind line and nothing else. */
  isCrisis: boolean
  /** The values of placeholders; a line with a missing one is not used. */
  words: Record<string, string | null>
}

/**
 * Composes one reply from the scene alone: a stage direction, a line that answers the person, perhaps something from
 * the card or from what the person said a few turns ago, and at most one question. The same scene gives the same reply;
 * another `variantIndex` gives another one.
 */
export function composeReply(scene: Scene): string {
  const draft = prepare(scene)
  if (scene.begun !== '') return continueReply(draft)
  const example = draft.scene.locale === 'en' && isOpen(draft.intent) ? exampleFor(draft) : null
  const core = example ?? coreLine(draft)
  if (draft.isCrisis) return core
  const action = core.includes('*') ? null : actionFor(draft)
  const parts = [action ? `*${action}* ${core}` : core]
  if (isOpen(draft.intent) && !example) parts.push(...extras(draft))
  const question = /[?？؟]/.test(parts.join(' ')) ? null : questionAfter(draft)
  if (question) parts.push(question)
  // With more than an answer and its question, all parts become paragraphs.
  return parts.join(parts.length > 2 ? '\n\n' : blankOf(scene))
}

/** The separator of two sentences. */
function blankOf(scene: Scene): string {
  return scene.locale === 'ja' || scene.locale === 'zh' ? '' : ' '
}

/** Whether the line does not require a plain answer. */
function isOpen(intent: Intent): boolean {
  return intent === 'statement' || intent === 'question' || intent === 'place' || intent === 'who' || intent === 'short'
}

/** Most replies end with a question; none after a goodbye, a plain answer or a thank-you. */
function questionAfter(draft: ReplyDraft): string | null {
  const { intent, phrases, chance } = draft
  if (PLAIN_INTENTS.includes(intent) || intent === 'thanks' || intent === 'remember' || chance() < 0.3) return null
  const isAboutSomething = intent === 'statement' || intent === 'sad' || intent === 'glad'
  return choose(draft, isAboutSomething ? [...phrases.asks, ...phrases.openAsks] : phrases.openAsks)
}

function prepare(scene: Scene): ReplyDraft {
  const all = scene.turns.filter((turn) => turn.role === 'user')
  const isCrisis = isCrisisText(all.at(-1)?.text ?? '')
  // A crisis message is never quoted or recalled.
  const own = all.filter((turn) => !isCrisisText(turn.text))
  const line = isCrisis ? '' : (own.at(-1)?.text ?? '')
  const told = own.map((turn) => findName(turn.text)).findLast((name) => name !== null)
  const material = collectMaterial(scene)
  const spoken = scene.turns.filter((turn) => turn.role === 'character').slice(-RECENT_REPLIES)
  return {
    scene,
    phrases: phrasesOf(scene.locale),
    material,
    intent: isCrisis ? 'sad' : detectIntent(line, scene.locale),
    line,
    isCrisis,
    // Without the variant: variants step through one order, so that no two are the same.
    chance: createSeededRandom(`${scene.characterName}/${scene.turns.map((turn) => turn.text).join('/')}`),
    recent: spoken.map((turn) => turn.text).join('\n'),
    words: {
      name: told ?? (isPlaceholderName(scene.personName) ? null : scene.personName),
      character: scene.characterName,
      tagline: material.tagline || null,
      topic: findTopic(line, scene.locale),
      quote: quoteFrom(isCrisis ? own : own.slice(0, -1), scene.locale),
    },
  }
}

function isPlaceholderName(name: string): boolean {
  return name.trim() === '' || /^(?:user|you|guest)$/i.test(name.trim())
}

/** A line from two to eight turns ago; the newest one need not be recalled. */
function quoteFrom(turns: readonly { text: string }[], locale: string): string | null {
  for (const { text } of turns.slice(-8, -1).reverse()) {
    const intent = detectIntent(text, locale)
    const quote = intent === 'statement' || intent === 'sad' || intent === 'glad' ? findQuote(text, locale) : null
    if (quote) return quote
  }
  return null
}

function coreLine(draft: ReplyDraft): string {
  const { phrases, intent, words } = draft
  const lines = intent === 'recall' && words.name === null ? phrases.nameless : phrases.replies[intent]
  // A truthful answer may be repeated; a turn of phrase may not.
  const isFixed = draft.isCrisis || intent === 'ai' || intent === 'recall' || intent === 'goodbye'
  return (
    choose(draft, lines) ?? (isFixed ? null : choose(draft, phrases.replies.statement)) ?? leastRecent(draft, lines)
  )
}

function continueReply(draft: ReplyDraft): string {
  const line = choose(draft, draft.phrases.onward) ?? leastRecent(draft, draft.phrases.onward)
  return `${/\s$/.test(draft.scene.begun) ? '' : blankOf(draft.scene)}${line}`
}

function exampleFor(draft: ReplyDraft): string | null {
  const fresh = draft.material.examples.filter(({ line }) => !isRecent(draft, line))
  // The second and later variants try something else.
  return draft.scene.variantIndex > 0 ? null : (findClosest(fresh, draft.line, ({ cue }) => cue)?.line ?? null)
}

function actionFor(draft: ReplyDraft): string | null {
  const own = draft.material.actions.filter((action) => !isRecent(draft, action))
  const usesOwn = own.length > 0 && draft.chance() < 0.5
  return choose(draft, usesOwn ? own : draft.phrases.actions)
}

function extras(draft: ReplyDraft): string[] {
  const found: string[] = []
  const fact = factFor(draft)
  if (fact) found.push(`*${fact}*`)
  const weave = draft.chance() < 0.6 ? choose(draft, draft.phrases.weave) : null
  if (weave) found.push(weave)
  return found
}

/** A fact of the card that relates to what was said, or any fact for questions of who and where. */
function factFor(draft: ReplyDraft): string | null {
  const fresh = draft.material.facts.filter((fact) => !isRecent(draft, fact))
  const near = findClosest(fresh, draft.line, contentWords)
  if (near) return near
  return draft.intent === 'who' || draft.intent === 'place' ? choose(draft, fresh) : null
}

/** One of the lines that can be filled in and were not used lately, in a seeded order that variants step through. */
function choose(draft: ReplyDraft, lines: readonly string[]): string | null {
  const start = draft.chance()
  const usable = lines.flatMap((line) => fill(line, draft.words) ?? []).filter((line) => !isRecent(draft, line))
  if (usable.length === 0) return null
  return usable[(Math.floor(start * usable.length) + draft.scene.variantIndex) % usable.length] ?? null
}

/** When all were used lately: the one used longest ago. */
function leastRecent(draft: ReplyDraft, lines: readonly string[]): string {
  const usable = lines.flatMap((line) => fill(line, draft.words) ?? [])
  return usable.toSorted((a, b) => draft.recent.lastIndexOf(a) - draft.recent.lastIndexOf(b))[0] ?? '…'
}

function isRecent(draft: ReplyDraft, line: string): boolean {
  return draft.recent.includes(line)
}

/** Fills in placeholders; null when one of them is unknown. */
function fill(line: string, words: ReplyDraft['words']): string | null {
  let isWhole = true
  const text = line.replace(/\{(\w+)\}/g, (_, key: string) => {
    const word = words[key]
    if (word === null || word === undefined) isWhole = false
    return word ?? ''
  })
  return isWhole ? text : null
}
