import { LRUCache } from 'lru-cache'
import { foldLoose, isTitle, nameParts } from './name-forms.ts'

const MAX_WORDS = 6

/**
 * The labels that may stand before a colon for someone: any parts of their names, in order, including titles, but not
 * a title alone; folded, without separators.
 */
function speakerLabels(names: readonly string[]): Set<string> {
  const labels = new Set<string>()
  for (const name of names) {
    labels.add(normalizeLabel(name))
    for (const parts of nameParts(name)) {
      const words = parts.flatMap((part) => part.split(/-(?=\p{N}+$)/u)) // “Vesper-9” is also “Vesper”
      labels.add(normalizeLabel(words.join('')))
      for (const chosen of choices(words.slice(0, MAX_WORDS)))
        if (!chosen.every(isTitle)) labels.add(normalizeLabel(chosen.join('')))
    }
  }
  labels.delete('')
  return labels
}

interface Labels {
  ownLabels: ReadonlySet<string>
  foreignLabels: ReadonlySet<string>
}

/** The names in a chat are the same for every reply. */
const knownLabels = new LRUCache<string, Labels>({ max: 500 })

function labelsOf(own: readonly string[], others: readonly (readonly string[])[]): Labels {
  const key = JSON.stringify([own, others])
  const known = knownLabels.get(key)
  if (known) return known
  const ownLabels = speakerLabels(own)
  const foreignLabels = new Set(others.flatMap((names) => [...speakerLabels(names)]))
  for (const label of ownLabels) foreignLabels.delete(label) // a name that both have counts as the speaker's
  const labels = { ownLabels, foreignLabels }
  knownLabels.set(key, labels)
  return labels
}

/** The characters of a text that count when labels are compared. A prefix of the text gives a prefix of the result. */
function normalizeLabel(text: string): string {
  return foldLoose(text).replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}

/** Every non-empty selection of the words, in order. */
function choices(words: readonly string[]): string[][] {
  return Array.from({ length: 2 ** words.length - 1 }, (_, bits) =>
    words.filter((_word, place) => ((bits + 1) >> place) & 1),
  )
}

/**
 * Filters the output of a model that may write lines for a whole group, so that a message contains only its member's.
 */
export interface SpeakerStop {
  /** Takes the model's next text and returns the speaker's part of it. */
  push(text: string): string
  /** Returns the rest when the model has ended by itself. */
  end(): string
  /** True once another's line has begun: nothing after it belongs to the speaker. */
  readonly isCut: boolean
}

export interface SpeakerNames {
  /** The speaker's names; they are removed from the beginning of a line. */
  own: readonly string[]
  /** Whether they are removed from the beginning of the text alone, and stay before later lines. */
  isOwnKeptLater?: boolean
  /** The names of everyone else who may have lines, including the person; a list for each. */
  others: readonly (readonly string[])[]
}

type Judgement = { kind: 'plain' } | { kind: 'open' } | { kind: 'foreign' } | { kind: 'own'; rest: string }

/**
 * Stops a member from writing another's lines. The text ends before a line that begins with another's name and a colon,
 * in any form of the name and with any decoration the model adds. The speaker's own name before a line is removed. Lines
 * of a block of code are left alone: a status board may name anybody. Only text that may still become such a beginning
 * is buffered; everything else is sent on at once, however the text is split. `isLineStart` tells whether the text
 * begins a line.
 */
export function createSpeakerStop(names: SpeakerNames, isLineStart: boolean): SpeakerStop {
  const { own, others, isOwnKeptLater = false } = names
  const { ownLabels, foreignLabels } = labelsOf(own, others)
  let isAtStart = isLineStart
  let isCut = false
  let held = ''
  let isFirstLine = true
  /** The marks that opened the block of code that the text is in. */
  let fence: string | null = null

  const take = (isEnd: boolean): string => {
    let out = ''
    while (held !== '' && !isCut) {
      if (!isAtStart) {
        const at = held.search(LINE_BREAK)
        out += at < 0 ? held : held.slice(0, at)
        held = at < 0 ? '' : held.slice(at)
        isAtStart = at >= 0
        continue
      }
      const blank = /^\s*/.exec(held)![0] // always matches
      const line = held.slice(blank.length)
      if (!isEnd && FENCE_BEGINNING.test(line)) return out
      const marks = FENCE.exec(line)?.[0]
      if (marks && (fence === null || fence === marks)) fence = fence === null ? marks : null
      const isCode = marks !== undefined || fence !== null
      const judged = isCode ? PLAIN : judge(line, isEnd, ownLabels, foreignLabels)
      if (judged.kind === 'open') return out
      if (judged.kind === 'foreign') isCut = true
      else if (judged.kind === 'own' && (isFirstLine || !isOwnKeptLater)) held = blank + judged.rest
      else {
        out += blank
        held = line
        isAtStart = false
      }
      isFirstLine = false
    }
    return out
  }
  return {
    push: (text) => {
      if (isCut) return ''
      held += text
      return take(false)
    },
    end: () => {
      const rest = isCut ? '' : take(true)
      held = ''
      return rest
    },
    get isCut() {
      return isCut
    },
  }
}

/** Nothing yet, or what may become the marks of a block of code. */
const FENCE_BEGINNING = /^(?:`{0,2}|~{0,2})$/
const FENCE = /^(?:```|~~~)/
const PLAIN: Judgement = { kind: 'plain' }
const LINE_BREAK = /[\n\r\u0085\u2028\u2029]/
/** Characters that models put before and after a name: quotes, brackets, emphasis, list marks. */
const MARKS = '*_#>~`"“”„«»‹›「」『』【】\\[\\]<\\-–—•'
const OPENING = new RegExp(`^[(（${MARKS}\\s]{0,12}`, 'u')
/** Characters of a name, including the dots of titles. */
const LABEL = /^[\p{L}\p{M}\p{N}\p{Zs}\t.'’ʼ·・‧=＝-]{0,120}/u
/** Between name and colon: closing marks, and a stage direction in brackets. */
const CLOSING = new RegExp(`^[${MARKS}\\s]{0,8}(?:[(（][^()（）\\n]{0,60}(?:[)）][${MARKS}\\s]{0,8})?)?`, 'u')

/** Classifies the beginning of a line. */
function judge(line: string, isEnd: boolean, own: ReadonlySet<string>, foreign: ReadonlySet<string>): Judgement {
  const opening = OPENING.exec(line)![0] // always matches
  const broken = LINE_BREAK.test(line.slice(0, opening.length))
  if (broken) return { kind: 'plain' }
  const afterOpening = line.slice(opening.length)
  const label = LABEL.exec(afterOpening)![0] // as above
  const name = normalizeLabel(label)
  const isWhole = own.has(name) || foreign.has(name)
  const after = afterOpening.slice(label.length)
  if (after === '' || /^[\uD800-\uDBFF]$/.test(after)) {
    const mayGrow = isBeginning(name, own) || isBeginning(name, foreign)
    return !isEnd && mayGrow && line.length <= 200 ? { kind: 'open' } : { kind: 'plain' }
  }
  if (!isWhole) return { kind: 'plain' }
  const closing = CLOSING.exec(after)![0] // as above
  if (LINE_BREAK.test(closing)) return { kind: 'plain' }
  const next = after.slice(closing.length)
  if (next === '') return isEnd ? { kind: 'plain' } : { kind: 'open' }
  if (!/^[:：﹕︰]/u.test(next)) return { kind: 'plain' }
  if (!own.has(name)) return { kind: 'foreign' }
  return ownLine(opening.trim(), next.slice(1), isEnd)
}

/** The line without the name. Marks opened before the name are removed when they close after it. */
function ownLine(marks: string, text: string, isEnd: boolean): Judgement {
  const said = text.trimStart()
  const closes = marks !== '' && said.startsWith(marks)
  const own = closes ? said.slice(marks.length).trimStart() : said
  const isKnown = closes ? own !== '' : own.length >= Math.max(1, marks.length)
  if (!isKnown && !isEnd) return { kind: 'open' }
  return { kind: 'own', rest: closes ? own : marks + own }
}

function isBeginning(name: string, labels: ReadonlySet<string>): boolean {
  for (const label of labels) if (label.startsWith(name)) return true
  return false
}
