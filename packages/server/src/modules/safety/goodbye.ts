import { compileLexicon, expandContractions, expandPhrases, findCues, withoutShielded } from '@everkin/text-safety'
import goodbye from './data/goodbye.json' with { type: 'json' }
import { CUE } from './rules.ts'

/** `tension`: words that a kind goodbye can do without, and guilt hardly can: but, nobody, never, deserve, suffer. */
const GROUP = { farewell: 1, pressure: 2, offer: 4, sale: 8, tension: 16, kind: 32, shield: CUE.shield }
const QUESTION = /[?？؟]/
const LETTER = /\p{L}/u
/** Where a longer message says goodbye, if it does: at its end, in UTF-16 code units. */
const FAREWELL_REACH = 240
const ACTION = /\*[^*]*\*/g

/**
 * Whether a message, in any of eight languages, says goodbye to the chat partner. A goodbye to a figure of the story is
 * none, so actions between asterisks do not count. In doubt it is one (H5).
 */
export function saysGoodbye(message: string): boolean {
  const end = message.replace(ACTION, ' ').slice(-FAREWELL_REACH)
  return findCues(end, goodbyeLexicon).cues.some(({ group }) => group === GROUP.farewell)
}

/** The text without the sentences that sell something of this site: messages, membership, locked pictures (H5). */
export function withoutSales(text: string): string {
  if (!hasCue(text, GROUP.sale)) return text
  const kept = splitSentences(text).filter((sentence) => !hasCue(sentence, GROUP.sale))
  return kept.join('').trimEnd() || '…'
}

/** The sentences of a text with everything between them: joined, they are the text. Linear time. */
export function splitSentences(text: string): string[] {
  return text.match(/[^.!?…。！？؟\n]*[.!?…。！？؟\n]+["'”’»」』)*_\s]*|[^.!?…。！？؟\n]+$/g) ?? []
}

/** Which replies must hold nobody back: the answer to a goodbye, or a message that nobody asked for. */
export type GoodbyeKind = 'goodbye' | 'proactive'

export interface GoodbyeFilter {
  /** What may be sent of the next whole sentences. The last call ends the reply. */
  pass(sentences: string, isLast: boolean): string
}

/**
 * Keeps guilt, pleading, threats, fear of missing out and offers out of a reply (H5). It ends at the first sentence
 * with any of them, since what follows is more of the same. No list of phrases names every way to hold someone back,
 * so of the answer to a goodbye only what is plainly kind gets through: sentences that say goodbye, thank or wish well,
 * and actions between asterisks; the rest is left out. `plain` takes the place of a reply of which nothing is left.
 */
export function createGoodbyeFilter(kind: GoodbyeKind, plain: string): GoodbyeFilter {
  let isInAction = false
  let isSaid = false
  let isOver = false
  const passSentence = (sentence: string): string => {
    const parts = sentence.split('*')
    const startedInAction = isInAction
    if (holdsBack(kind, sentence)) {
      isOver = true
      return startedInAction ? '*' : ''
    }
    const isAction = (_part: string, place: number) => (place % 2 === 0) === startedInAction
    if (parts.length % 2 === 0) isInAction = !isInAction
    const spoken = parts.filter((part, place) => !isAction(part, place)).join(' ')
    const isAllowed = kind === 'proactive' || hasCue(spoken, GROUP.kind)
    isSaid ||= isAllowed && LETTER.test(spoken)
    if (isAllowed || !LETTER.test(spoken)) return sentence
    return parts.map((part, place) => (isAction(part, place) ? part : '')).join('*')
  }
  return {
    pass: (sentences, isLast) => {
      if (isOver) return ''
      let shown = ''
      for (const sentence of splitSentences(sentences)) {
        shown += passSentence(sentence)
        if (isOver) break
      }
      isOver ||= isLast
      if (!isOver || isSaid) return shown
      return shown === '' || /\s$/.test(shown) ? shown + plain : `${shown} ${plain}`
    },
  }
}

/** A question asks someone who is leaving to stay and answer. */
function holdsBack(kind: GoodbyeKind, sentence: string): boolean {
  if (kind === 'proactive') return hasCue(sentence, GROUP.pressure | GROUP.sale)
  return QUESTION.test(sentence) || hasCue(sentence, GROUP.pressure | GROUP.tension | GROUP.offer | GROUP.sale)
}

function hasCue(text: string, groups: number): boolean {
  const { cues } = findCues(text, goodbyeLexicon)
  // A shield keeps words like “already” harmless in “it’s already late”; it must not hide a kind word.
  const counted = groups === GROUP.kind ? cues : withoutShielded(cues, CUE.shield)
  return counted.some(({ group }) => (group & groups) !== 0)
}

export const goodbyeLexicon = compileLexicon(() =>
  (['farewell', 'kind', 'pressure', 'tension', 'offer', 'sale', 'shield'] as const).flatMap((kind) =>
    Object.entries(goodbye[kind]).flatMap(([language, phrases]) =>
      expandPhrases(language === 'en' ? expandContractions(phrases) : phrases, GROUP[kind], [], 0),
    ),
  ),
)
