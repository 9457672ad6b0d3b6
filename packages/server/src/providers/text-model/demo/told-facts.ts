import { isCrisisMessage } from './crisis-memo.ts'
import { findName } from './find-name.ts'
import { FACT_KINDS, type FactKind, type Grammar } from './grammar/grammar.ts'
import { fold, MAX_READ, meaningfulTerms, toPlainText } from './match-cues.ts'

/** Something that the person told about themselves. */
export interface ToldFact {
  kind: FactKind | 'name'
  /** For `named` and `trait`: what the fact is about, in the person's own words. */
  key: string | null
  value: string
  /** The sentence that says it. */
  sentence: string
}

const MAX_SENTENCE = 200

/** The sentences of a message, without stage directions. */
function sentencesOf(text: string): string[] {
  return text
    .slice(0, MAX_READ)
    .replace(/\*[^*]*\*/g, ' ')
    .split(/(?<=[.!?。！？؟…])(?=\s|\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}|$)|\n/u)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence.length > 1)
}

const UNSPACED_GRAMMARS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u
const compiled = new WeakMap<Grammar, { kind: FactKind; pattern: RegExp; isProperName: boolean }[]>()
const notValues = new WeakMap<Grammar, RegExp>()

function patternsOf(grammar: Grammar) {
  let patterns = compiled.get(grammar)
  if (!patterns) {
    patterns = FACT_KINDS.flatMap((kind) =>
      (grammar.told[kind] ?? []).map((source) => ({
        kind,
        pattern: compilePattern(source, grammar),
        isProperName: /\{(?:Name|Noun)\}/.test(source),
      })),
    )
    compiled.set(grammar, patterns)
  }
  return patterns
}

function compilePattern(source: string, { clauseEnd }: Grammar): RegExp {
  const isUnspaced = UNSPACED_GRAMMARS.test(source)
  const end = `(?=[.,;:!?…。、，；：！？،؛؟)\\n]|${clauseEnd}|$)`
  const key = isUnspaced
    ? '(?<key>[\\p{L}\\p{M}ー]{1,8}?)'
    : '(?<key>[\\p{L}\\p{M}-]{2,24}(?: [\\p{L}\\p{M}-]{2,24}){0,2}?)'
  return new RegExp(
    source
      .replace(/^\\b/, '(?<![\\p{L}\\p{M}\\p{N}])')
      .replace(/\\b$/, '(?![\\p{L}\\p{M}\\p{N}])')
      .replace('{key}', key)
      .replace('{value}', `(?<value>[^.,;:!?…。、，；：！？،؛؟\\n]{1,60}?)${end}`)
      .replace('{key1}', '(?<key>[\\p{L}\\p{M}]{2,20}ي)')
      .replace('{before}', '(?<value>[^.,;:!?…。、，；：！？،؛؟\\n]{1,30}?)')
      .replace('{Trade}', `(?<value>\\p{L}[\\p{L}\\p{M} -]{1,30}?)${end}`)
      .replace(/\{(?:Name|Noun)\}/, "(?<value>\\p{L}[\\p{L}\\p{M}'’-]{1,24})")
      .replace('{number}', '(?<value>\\p{Nd}{1,3})'),
    'iu',
  )
}

/** Whether a captured value or key is a thing one could remember. */
function isThing(value: string, grammar: Grammar): boolean {
  let not = notValues.get(grammar)
  if (!not) {
    not = new RegExp(`^(?:${grammar.notValue})$`, 'iu')
    notValues.set(grammar, not)
  }
  const folded = fold(value).trim()
  return folded !== '' && !not.test(folded) && !/[<>{}@\\/]|https?:/.test(value)
}

/** What a person tells about themselves in a message. Nothing from questions and crisis messages. */
export function findToldFacts(text: string, grammar: Grammar): ToldFact[] {
  if (isCrisisMessage(text)) return []
  const facts: ToldFact[] = []
  for (const whole of sentencesOf(text)) {
    if (/[?？؟]/.test(whole) || whole.length > MAX_SENTENCE) continue
    const sentence = whole.replace(/[.!。！…]+$/u, '')
    const name = findName(sentence)
    if (name) facts.push({ kind: 'name', key: null, value: name, sentence })
    for (const found of findInSentence(sentence, grammar)) if (found.value !== name) facts.push(found)
  }
  return facts
}

/** One fact of each kind at most, and none that is part of another. */
function findInSentence(sentence: string, grammar: Grammar): ToldFact[] {
  const facts: ToldFact[] = []
  for (const { kind, pattern, isProperName } of patternsOf(grammar)) {
    if (facts.some((fact) => fact.kind === kind)) continue
    const { value = '', key = null } = pattern.exec(sentence)?.groups ?? {}
    const clean = value.trim()
    if (clean === '' || !isThing(clean, grammar) || (key !== null && !isThing(key, grammar))) continue
    if (isProperName && !/^\p{Lu}/u.test(clean)) continue
    if (facts.some((fact) => fact.value.includes(clean) || clean.includes(fact.value) || key?.includes(fact.value)))
      continue
    facts.push({ kind, key: key?.trim() ?? null, value: clean, sentence })
  }
  return facts
}

/** What a question about the person themselves finds in what they have told. */
export type SelfAnswer =
  | { kind: 'value'; fact: ToldFact }
  | { kind: 'quote'; sentence: string }
  | { kind: 'list'; facts: ToldFact[] }
  | { kind: 'nothing' }

/** Whether a question is about the person themselves. */
export function asksAboutSelf(question: string, grammar: Grammar): boolean {
  const folded = toPlainText(question).spaced
  return grammar.asksAboutSelf.some((pattern) => new RegExp(pattern, 'u').test(folded))
}

/**
 * Answers a question about the person from their earlier messages, the newest of equals first.
 * @param said the person's earlier messages, oldest first, without crisis messages
 * @param noted facts that memory keeps, as `ToldFact` sentences
 */
export function answerAboutSelf(
  question: string,
  { said, noted, grammar }: { said: readonly string[]; noted: readonly ToldFact[]; grammar: Grammar },
): SelfAnswer {
  const folded = toPlainText(question).spaced
  const asked = (kind: keyof Grammar['askedKind']) => {
    const pattern = grammar.askedKind[kind]
    return pattern !== undefined && new RegExp(pattern, 'u').test(folded)
  }
  const facts = [...noted, ...said.flatMap((text) => findToldFacts(text, grammar))]
  if (asked('everything')) {
    const distinct = [...new Map(facts.map((fact) => [`${fact.kind}/${fact.key}/${fact.value}`, fact])).values()]
    return distinct.length > 0 ? { kind: 'list', facts: distinct.slice(-6) } : { kind: 'nothing' }
  }
  const terms = meaningfulTerms(question, grammar.stopWords)
  if (asked('said') && terms.size === 0) {
    const last = said.flatMap(statementsOf).at(-1)
    return last ? { kind: 'quote', sentence: last } : { kind: 'nothing' }
  }
  const about = facts.findLast(({ key }) => key !== null && sharedTerms(key, terms, grammar) > 0)
  const ofKind = (['name', ...FACT_KINDS] as const).find((kind) => kind !== 'named' && asked(kind))
  if (ofKind && !about) {
    const fact = facts.findLast(({ kind }) => kind === ofKind)
    if (fact) return { kind: 'value', fact }
  }
  const sentence = closestStatement(said, terms, grammar)
  const known = facts.findLast((fact) => fact.sentence === sentence) ?? about
  if (known?.kind === 'named' && asked('named')) return { kind: 'value', fact: known }
  if (sentence) return { kind: 'quote', sentence }
  return known ? { kind: 'value', fact: known } : { kind: 'nothing' }
}

/** The fact whose value is a name or thing that a question names: “Who is Ana?”. */
export function findFactNamed(question: string, facts: readonly ToldFact[], grammar: Grammar): ToldFact | null {
  const terms = meaningfulTerms(question, grammar.stopWords)
  return facts.findLast(({ kind, value }) => kind === 'named' && sharedTerms(value, terms, grammar) > 0) ?? null
}

function statementsOf(text: string): string[] {
  return sentencesOf(text)
    .filter((sentence) => !/[?？؟]/.test(sentence) && sentence.length <= MAX_SENTENCE)
    .map((sentence) => sentence.replace(/[.。!！…]+$/u, ''))
    .filter((sentence) => sentence.length > 3)
}

function closestStatement(said: readonly string[], terms: ReadonlySet<string>, grammar: Grammar): string | null {
  let best: string | null = null
  let bestShared = 0
  for (const sentence of said.flatMap(statementsOf)) {
    const shared = sharedTerms(sentence, terms, grammar)
    if (shared > 0 && shared >= bestShared) {
      best = sentence
      bestShared = shared
    }
  }
  return best
}

function sharedTerms(text: string, terms: ReadonlySet<string>, grammar: Grammar): number {
  let shared = 0
  for (const term of meaningfulTerms(text, grammar.stopWords)) if (terms.has(term)) shared++
  return shared
}

type Labels = Readonly<Record<string, string>>

/** A told fact as memory keeps it: “Lives in: Bergen”, “Sister: Ana”. */
export function noteOf({ kind, key, value }: ToldFact, labels: Labels): string {
  const label = key ?? labels[kind] ?? kind
  const [first = '', ...rest] = [...label]
  const colon = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(label) ? '：' : ': '
  return `${first.toUpperCase()}${rest.join('')}${colon}${value}`
}

/** Reads a fact of memory back; null for one that memory has from elsewhere. */
export function parseNotedFact(note: string, grammar: Grammar, labels: Labels): ToldFact | null {
  const [, label = '', value = ''] = /^([^:：]{1,40})(?:: |：)(.{1,80})$/u.exec(note) ?? []
  if (label === '' || value === '' || !isThing(value, grammar)) return null
  const kind = (['name', ...FACT_KINDS] as const).find((each) => labels[each] === label)
  return { kind: kind ?? 'named', key: kind ? null : label.toLowerCase(), value, sentence: note }
}
