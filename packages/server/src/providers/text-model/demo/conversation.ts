import { guessLanguage } from '@everkin/contract/detect-language.ts'
import type { Scene } from '../../../modules/models/module.ts'
import { createSeededRandom } from '../../../platform/seeded-random.ts'
import { type CardMaterial, collectMaterial } from './card-material.ts'
import { isCrisisMessage } from './crisis-memo.ts'
import { findName } from './find-name.ts'
import { phrasesOf } from './phrases/by-locale.ts'
import type { Phrases } from './phrases/phrases.ts'
import { parseNotedFact, type ToldFact } from './told-facts.ts'
import { type Understanding, understand } from './understand.ts'
import { bankOf, castLinesOf, type VoiceBank } from './voice-bank.ts'

type BankFact = VoiceBank['facts'][number]
type BankAsk = VoiceBank['asks'][number]

/** All that a reply is composed from: what was said, who speaks, and which lines there are. */
export interface Conversation {
  scene: Scene
  /** The newest line, read. */
  heard: Understanding
  line: string
  /** The newest line is a crisis message: it gets a kind line and nothing else. */
  isCrisis: boolean
  /** The person's earlier lines, without crisis messages. */
  said: readonly string[]
  noted: readonly ToldFact[]
  /** The number of lines that the person has said. */
  personTurns: number
  /** What characters have said in this chat, folded together for looking up lines. */
  spoken: string
  /** The speaker's own last line. */
  ownLast: string
  /** The question of the bank that the speaker's last line ended with. */
  openAsk: BankAsk | null
  bank: VoiceBank
  phrases: Phrases
  material: CardMaterial
  /** Facts of the bank, those of the cast first. */
  facts: readonly BankFact[]
  remarks: readonly string[]
  chance: () => number
  /** The values of placeholders; a line with a missing one is not used. */
  words: Record<string, string | null>
}

/** Reads a scene. The same scene always gives the same conversation, random numbers included. */
export function readConversation(scene: Scene): Conversation {
  const all = scene.turns.filter((turn) => turn.role === 'user')
  const newest = all.at(-1)?.text ?? ''
  const isCrisis = isCrisisMessage(newest)
  // A crisis message is never quoted or recalled.
  const own = all.filter((turn) => !isCrisisMessage(turn.text)).map((turn) => turn.text)
  const usual = own
    .slice(-6, isCrisis ? undefined : -1)
    .reduce((language, text) => guessLanguage(text, language), scene.locale)
  const line = isCrisis ? '' : newest
  const heard = understand(isCrisis ? '' : line, usual)
  const { language, grammar } = heard
  const said = isCrisis ? own : own.slice(0, -1)
  const bank = bankOf(scene.cardId, language)
  const cast = castLinesOf(scene.castId, scene.cardId, language)
  const material = collectMaterial(scene, language)
  const lines = scene.turns.filter((turn) => turn.role === 'character')
  const ownLast = lines.findLast((turn) => turn.speaker === scene.characterName)?.text ?? ''
  const told = own.map(findName).findLast((name) => name !== null)
  return {
    scene,
    heard,
    line,
    isCrisis,
    said,
    noted: (scene.known ?? []).flatMap((text) => parseNotedFact(text, grammar, phrasesOf(language).labels) ?? []),
    personTurns: all.length,
    spoken: lines.map((turn) => turn.text).join('\n'),
    ownLast,
    openAsk: bank.asks.find(({ ask }) => ownLast.endsWith(ask)) ?? null,
    bank,
    phrases: phrasesOf(language),
    material,
    facts: [...(cast?.facts ?? []), ...bank.facts],
    remarks: cast?.remarks ?? [],
    // Without the variant: variants step through one order, so that no two are the same.
    chance: createSeededRandom(`${scene.characterName}/${scene.turns.map((turn) => turn.text).join('/')}`),
    words: {
      name: told ?? (isPlaceholderName(scene.personName) ? null : scene.personName),
      character: scene.characterName,
      tagline: material.tagline || null,
    },
  }
}

function isPlaceholderName(name: string): boolean {
  return name.trim() === '' || /^(?:user|you|guest)$/i.test(name.trim())
}

/** The separator of two sentences. */
export function blankOf(language: string): string {
  return language === 'ja' || language === 'zh' ? '' : ' '
}

/** Fills in placeholders; null when one of them is unknown. */
export function fill(line: string, words: Conversation['words']): string | null {
  let isWhole = true
  const text = line.replace(/\{(\w+)\}/g, (_, key: string) => {
    const word = words[key]
    if (word === null || word === undefined) isWhole = false
    return word ?? ''
  })
  return isWhole ? text : null
}

/** Shorter sentences may come again, like “Noted.” */
const MIN_REPEATED_LENGTH = 18

/** Whether a line, or a sentence of it, was said in this chat. */
export function isSaid({ spoken }: Pick<Conversation, 'spoken'>, line: string): boolean {
  if (spoken.includes(line)) return true
  return line
    .replace(/\*[^*]*\*/g, ' ')
    .split(/(?<=[.!?…])\s+|(?<=[。！？])/u)
    .some((sentence) => sentence.length >= MIN_REPEATED_LENGTH && spoken.includes(sentence))
}

/**
 * One line that can be filled in and was not said yet: of the first pool that has one, in an order that differs from
 * chat to chat and that variants step through. Null when all were said.
 */
export function choose(
  talk: Conversation,
  pools: readonly (readonly string[] | undefined)[],
  words: Conversation['words'] = {},
): string | null {
  const known = { ...talk.words, ...words }
  const start = talk.chance()
  const usable = pools.flatMap((pool) => {
    const fresh = (pool ?? []).flatMap((line) => fill(line, known) ?? []).filter((line) => !isSaid(talk, line))
    const from = Math.floor(start * fresh.length)
    return [...fresh.slice(from), ...fresh.slice(0, from)]
  })
  return usable[talk.scene.variantIndex % Math.max(1, usable.length)] ?? null
}

/** The first line that was not said yet; the order is that of the list. Variants take later ones. */
export function chooseInOrder(talk: Conversation, lines: readonly string[]): string | null {
  const fresh = lines.flatMap((line) => fill(line, talk.words) ?? []).filter((line) => !talk.spoken.includes(line))
  return fresh[Math.min(talk.scene.variantIndex, fresh.length - 1)] ?? null
}

/** When all were said: the one said longest ago. */
export function leastRecent(talk: Conversation, lines: readonly string[], words: Conversation['words'] = {}): string {
  const known = { ...talk.words, ...words }
  const usable = lines.flatMap((line) => fill(line, known) ?? [])
  const ordered = usable.toSorted((a, b) => talk.spoken.lastIndexOf(a) - talk.spoken.lastIndexOf(b))
  return ordered[talk.scene.variantIndex % Math.max(1, ordered.length)] ?? '…'
}
