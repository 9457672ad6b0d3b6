import { compileLexicon, createCueReader, expandPhrases, findCues, withoutShielded } from '@everkin/text-safety'
import goodbye from './data/goodbye.json' with { type: 'json' }
import { CUE } from './rules.ts'

/** `trade`: words of buying that are harmless in a story, and after which a sentence that sells is to be expected. */
const GROUP = { sale: 8, trade: 16, shield: CUE.shield }
const ENDS_SENTENCE = /[.!?…。！？؟\n]/
/** What still belongs to a sentence after its end, as in `splitSentences`. */
const AFTER_SENTENCE = /^[.!?…。！？؟\n"'”’»」』)*_\s]*/
/** A longer sentence no longer waits for its end. */
const MAX_WAITING_LENGTH = 400

/** What may be sent after another piece of a reply. */
interface PassedText {
  text: string
  /** How many of the last characters that were sent turn out to begin a sentence that sells. They are taken back first. */
  takeBack: number
}

/** Keeps sentences that sell something of this site out of a reply while it streams (H5). */
export interface SalesFilter {
  /** The last call ends the reply. */
  pass(text: string, isLast: boolean): PassedText
  /** Whether a sentence was left out. */
  hasCut(): boolean
}

/** Whether a text speaks of buying, memberships or unlocking, in any of eight languages. */
export function mentionsTrade(text: string): boolean {
  return readTrade(text).cues.length > 0
}

/**
 * A sentence that sells is left out from its first word. With `isExpected` every sentence waits for its end, so nothing
 * of it is ever sent. Otherwise text streams, and only words that may begin an offer wait: then the harmless words before
 * them have been sent, and are taken back. The result does not depend on how the text is cut into pieces.
 */
export function createSalesFilter({ isExpected }: { isExpected: boolean }): SalesFilter {
  return new StreamingSalesFilter(isExpected)
}

class StreamingSalesFilter implements SalesFilter {
  private readonly isExpected: boolean
  /** The sentence under way, and how much of it has been sent. */
  private sentence = ''
  private sent = 0
  /** Up to here the sentence can no longer be part of an offer. */
  private readUntil = 0
  private hasEnded = false
  private isSale = false
  private wasCut = false

  constructor(isExpected: boolean) {
    this.isExpected = isExpected
  }

  hasCut = () => this.wasCut

  pass(text: string, isLast: boolean): PassedText {
    let rest = text
    let out = ''
    let takeBack = 0
    const add = (judged: PassedText) => {
      const own = Math.min(judged.takeBack, out.length)
      takeBack += judged.takeBack - own
      out = out.slice(0, out.length - own) + judged.text
    }
    while (rest !== '') {
      if (this.hasEnded) {
        const marks = AFTER_SENTENCE.exec(rest)?.[0] ?? ''
        rest = rest.slice(marks.length)
        if (!this.isSale) out += marks
        if (rest !== '') this.beginSentence()
        continue
      }
      const end = rest.search(ENDS_SENTENCE) + 1
      this.sentence += end === 0 ? rest : rest.slice(0, end)
      this.hasEnded = end > 0
      rest = end === 0 ? '' : rest.slice(end)
      add(this.judge(this.hasEnded))
    }
    if (isLast && !this.hasEnded) add(this.judge(true))
    return { text: out, takeBack }
  }

  private beginSentence(): void {
    this.sentence = ''
    this.sent = 0
    this.readUntil = 0
    this.hasEnded = false
    this.isSale = false
  }

  private judge(isWhole: boolean): PassedText {
    if (this.isSale) return { text: '', takeBack: 0 }
    const unread = this.sentence.slice(this.readUntil)
    const { cues, open, lastWordStart } = findCues(unread, salesLexicon, isWhole ? 'once' : 'growing')
    const settled = isWhole ? unread.length : Math.min(lastWordStart, ...startsOf(open, GROUP.shield))
    const sales = withoutShielded(cues, GROUP.shield).filter(({ group }) => group === GROUP.sale)
    if (sales.some(({ end }) => end <= settled)) {
      this.isSale = true
      this.wasCut = true
      return { text: '', takeBack: this.sent }
    }
    const waiting = [...sales.map(({ start }) => start), ...startsOf(open, GROUP.sale)]
    const isHeld = this.isExpected && !isWhole && this.sentence.length < MAX_WAITING_LENGTH
    const until = isHeld ? this.sent : this.readUntil + Math.min(unread.length, ...waiting)
    this.readUntil += Math.min(settled, ...open.map(({ start }) => start), ...cues.map(({ start }) => start))
    const text = this.sentence.slice(this.sent, until)
    this.sent += text.length
    return { text, takeBack: 0 }
  }
}

const startsOf = (open: readonly { start: number; groups: number }[], group: number) =>
  open.flatMap(({ start, groups }) => ((groups & group) === 0 ? [] : [start]))

const salesLexicon = compileLexicon(() => phrasesOf(['sale', 'shield']))
const tradeLexicon = compileLexicon(() => phrasesOf(['sale', 'trade']))
const REMEMBERED_CHARACTERS = 200_000
const readTrade = createCueReader(tradeLexicon, GROUP.shield, REMEMBERED_CHARACTERS)

function phrasesOf(kinds: readonly (keyof typeof GROUP)[]) {
  return kinds.flatMap((kind) =>
    Object.values(goodbye[kind]).flatMap((phrases) => expandPhrases(phrases, GROUP[kind], [], 0)),
  )
}
