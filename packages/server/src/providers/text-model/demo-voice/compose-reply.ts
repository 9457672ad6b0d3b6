import { seededChance } from '../../../domains/chats/prompt/seeded-chance.ts'
import type { Scene } from '../../../domains/chats/text-model.ts'
import { isCrisisText } from '../../../domains/safety/detect-crisis.ts'
import { phrasesOf } from './languages.ts'
import { closest, type Material, materialOf } from './material.ts'
import type { Intent, Phrases } from './phrases.ts'
import { contentWords, nameIn, quotable, readIntent, topicOf } from './read-turn.ts'

/** Character lines within which nothing is said twice. */
const RECENT_REPLIES = 6
/** Intents whose answer stands alone: no question after it, nothing brought back. */
const PLAIN_INTENTS: readonly Intent[] = ['ai', 'goodbye']

/** What a reply is made with. */
interface Telling {
  scene: Scene
  phrases: Phrases
  material: Material
  intent: Intent
  /** The person's newest line. */
  line: string
  chance: () => number
  recent: string
  /** The newest line is a crisis message: it gets a kind line and nothing else. */
  isCrisis: boolean
  /** What placeholders stand for; a missing one rules its lines out. */
  words: Record<string, string | null>
}

/**
 * Composes one reply from the scene alone: a stage direction, a line that answers what was said, perhaps something of
 * the card or of what the person said a few turns ago, and at most one question. The same scene gives the same reply,
 * another `variantIndex` another one.
 */
export function composeReply(scene: Scene): string {
  const telling = prepare(scene)
  if (scene.begun !== '') return carryOn(telling)
  const example = telling.scene.locale === 'en' && isOpen(telling.intent) ? exampleFor(telling) : null
  const core = example ?? coreLine(telling)
  if (telling.isCrisis) return core
  const action = core.includes('*') ? null : actionFor(telling)
  const parts = [action ? `*${action}* ${core}` : core]
  if (isOpen(telling.intent) && !example) parts.push(...extras(telling))
  const question = /[?？؟]/.test(parts.join(' ')) ? null : questionAfter(telling)
  if (question) parts.push(question)
  // Something beside the answer and its question makes paragraphs of them all.
  return parts.join(parts.length > 2 ? '\n\n' : blankOf(scene))
}

/** What stands between two sentences. */
function blankOf(scene: Scene): string {
  return scene.locale === 'ja' || scene.locale === 'zh' ? '' : ' '
}

/** Nothing was asked that wants a plain answer. */
function isOpen(intent: Intent): boolean {
  return intent === 'statement' || intent === 'question' || intent === 'place' || intent === 'who' || intent === 'short'
}

/** Most replies end with a question, none after a goodbye, a plain answer or a thank-you. */
function questionAfter(telling: Telling): string | null {
  const { intent, phrases, chance } = telling
  if (PLAIN_INTENTS.includes(intent) || intent === 'thanks' || intent === 'remember' || chance() < 0.3) return null
  const isAboutSomething = intent === 'statement' || intent === 'sad' || intent === 'glad'
  return choose(telling, isAboutSomething ? [...phrases.asks, ...phrases.openAsks] : phrases.openAsks)
}

function prepare(scene: Scene): Telling {
  const all = scene.turns.filter((turn) => turn.role === 'user')
  const isCrisis = isCrisisText(all.at(-1)?.text ?? '')
  // Nothing of a crisis message is ever quoted or brought back.
  const own = all.filter((turn) => !isCrisisText(turn.text))
  const line = isCrisis ? '' : (own.at(-1)?.text ?? '')
  const told = own.map((turn) => nameIn(turn.text)).findLast((name) => name !== null)
  const material = materialOf(scene)
  const spoken = scene.turns.filter((turn) => turn.role === 'character').slice(-RECENT_REPLIES)
  return {
    scene,
    phrases: phrasesOf(scene.locale),
    material,
    intent: isCrisis ? 'sad' : readIntent(line, scene.locale),
    line,
    isCrisis,
    // Not the variant: variants step through one order, so that no two of them meet.
    chance: seededChance(`${scene.characterName}/${scene.turns.map((turn) => turn.text).join('/')}`),
    recent: spoken.map((turn) => turn.text).join('\n'),
    words: {
      name: told ?? (isPlaceholderName(scene.personName) ? null : scene.personName),
      character: scene.characterName,
      tagline: material.tagline || null,
      topic: topicOf(line, scene.locale),
      quote: quoteFrom(isCrisis ? own : own.slice(0, -1), scene.locale),
    },
  }
}

function isPlaceholderName(name: string): boolean {
  return name.trim() === '' || /^(?:user|you|guest)$/i.test(name.trim())
}

/** Something of two to eight turns ago; what was said just now needs no bringing back. */
function quoteFrom(turns: readonly { text: string }[], locale: string): string | null {
  for (const { text } of turns.slice(-8, -1).reverse()) {
    const intent = readIntent(text, locale)
    const quote = intent === 'statement' || intent === 'sad' || intent === 'glad' ? quotable(text, locale) : null
    if (quote) return quote
  }
  return null
}

function coreLine(telling: Telling): string {
  const { phrases, intent, words } = telling
  const lines = intent === 'recall' && words.name === null ? phrases.nameless : phrases.replies[intent]
  // A truthful answer may be given twice; a turn of phrase may not.
  const isFixed = telling.isCrisis || intent === 'ai' || intent === 'recall' || intent === 'goodbye'
  return (
    choose(telling, lines) ??
    (isFixed ? null : choose(telling, phrases.replies.statement)) ??
    leastRecent(telling, lines)
  )
}

function carryOn(telling: Telling): string {
  const line = choose(telling, telling.phrases.onward) ?? leastRecent(telling, telling.phrases.onward)
  return `${/\s$/.test(telling.scene.begun) ? '' : blankOf(telling.scene)}${line}`
}

function exampleFor(telling: Telling): string | null {
  const fresh = telling.material.examples.filter(({ line }) => !isRecent(telling, line))
  // The second and later variants try something else.
  return telling.scene.variantIndex > 0 ? null : (closest(fresh, telling.line, ({ cue }) => cue)?.line ?? null)
}

function actionFor(telling: Telling): string | null {
  const own = telling.material.actions.filter((action) => !isRecent(telling, action))
  const usesOwn = own.length > 0 && telling.chance() < 0.5
  return choose(telling, usesOwn ? own : telling.phrases.actions)
}

function extras(telling: Telling): string[] {
  const found: string[] = []
  const fact = factFor(telling)
  if (fact) found.push(`*${fact}*`)
  const weave = telling.chance() < 0.6 ? choose(telling, telling.phrases.weave) : null
  if (weave) found.push(weave)
  return found
}

/** A fact of the card that has to do with what was said, or, for who and where, any. */
function factFor(telling: Telling): string | null {
  const fresh = telling.material.facts.filter((fact) => !isRecent(telling, fact))
  const near = closest(fresh, telling.line, contentWords)
  if (near) return near
  return telling.intent === 'who' || telling.intent === 'place' ? choose(telling, fresh) : null
}

/** One of the lines that can be filled in and were not said lately, in an order that chance gives and variants step. */
function choose(telling: Telling, lines: readonly string[]): string | null {
  const start = telling.chance()
  const usable = lines.flatMap((line) => fill(line, telling.words) ?? []).filter((line) => !isRecent(telling, line))
  if (usable.length === 0) return null
  return usable[(Math.floor(start * usable.length) + telling.scene.variantIndex) % usable.length] ?? null
}

/** When all were said lately: the one said longest ago. */
function leastRecent(telling: Telling, lines: readonly string[]): string {
  const usable = lines.flatMap((line) => fill(line, telling.words) ?? [])
  return usable.toSorted((a, b) => telling.recent.lastIndexOf(a) - telling.recent.lastIndexOf(b))[0] ?? '…'
}

function isRecent(telling: Telling, line: string): boolean {
  return telling.recent.includes(line)
}

/** Fills placeholders in; null when one of them is unknown. */
function fill(line: string, words: Telling['words']): string | null {
  let isWhole = true
  const text = line.replace(/\{(\w+)\}/g, (_, key: string) => {
    const word = words[key]
    if (word === null || word === undefined) isWhole = false
    return word ?? ''
  })
  return isWhole ? text : null
}
