import type { Queryable } from '../../../platform/db/database.ts'
import { findOnPath } from '../store/message-path.ts'
import { findTexts, findTimes, type TextRow } from './hit-store.ts'
import { BLOCK_SIZE, seqsOf } from './index-blocks.ts'
import { findTerms, findTermsBegun, type TermPlaces } from './index-store.ts'
import type { SearchQuery } from './parse-query.ts'
import { compareHits, type HitPlace } from './search-cursor.ts'
import { findHighlights, type Highlight, plainLine } from './snippet.ts'

/** A block to search. In list order, none of its messages comes before `upTo`. */
export interface HitBlock {
  chatId: string
  block: number
  /** The block's number when searching one chat, the time of its newest message when searching all. */
  upTo: number
}

export interface Found {
  row: TextRow
  place: HitPlace
  line: string
  marks: Highlight[]
}

export interface HitQuery {
  /** In list order. */
  blocks: readonly HitBlock[]
  wanted: readonly SearchQuery[]
  after: HitPlace | null
  isByTime: boolean
  /** The leaf of the active path by chat, when only active paths are searched. */
  leaves: ReadonlyMap<string, number> | null
  limit: number
}

/** Number of blocks per index query: few at first, since the newest blocks usually have enough hits. */
const WINDOWS = [16, 256, 2_048]
/** Number of texts read at once. */
const TEXT_BATCH_SIZE = 32
/** Maximum number of texts read for one page. The page is shorter when they contain too few hits. */
const MAX_TEXTS = 1_500

/**
 * The next hits in order, and the position to continue from (null at the end). The index gives candidates; their texts
 * decide, and are read only as far as the page reaches.
 */
export async function findHits(db: Queryable, query: HitQuery): Promise<{ found: Found[]; last: HitPlace | null }> {
  const blocks = query.blocks.filter((block) => canHoldNext(block, query))
  const found: Found[] = []
  let waiting: HitPlace[] = []
  let texts = 0
  for (let from = 0, window = 0; from < blocks.length; window++) {
    const asked = blocks.slice(from, from + WINDOWS[Math.min(window, WINDOWS.length - 1)]!)
    const candidates = await candidatesIn(db, asked, query.wanted)
    for (const [index, block] of asked.entries()) {
      waiting.push(...(await placesOf(db, block, candidates[index] ?? [], query)))
      const next = blocks[from + index + 1]
      // Places before everything that the next blocks can contain are final.
      const settled = next
        ? waiting.filter((place) => compareHits(place, bestPlaceIn(next, query.isByTime)) < 0)
        : waiting
      waiting = waiting.filter((place) => !settled.includes(place))
      settled.sort(compareHits)
      for (let at = 0; at < settled.length; at += TEXT_BATCH_SIZE) {
        const chunk = settled.slice(at, at + TEXT_BATCH_SIZE)
        found.push(...(await hitsAmong(db, chunk, query)))
        if (found.length > query.limit) {
          const page = found.slice(0, query.limit)
          return { found: page, last: page.at(-1)?.place ?? null }
        }
        texts += chunk.length
        if (texts >= MAX_TEXTS) return { found, last: chunk.at(-1) ?? null }
      }
    }
    from += asked.length
  }
  return { found, last: null }
}

/** The first list position that a message of the block can have. */
function bestPlaceIn(block: HitBlock, isByTime: boolean): HitPlace {
  const lastSeq = (block.block + 1) * BLOCK_SIZE - 1
  return isByTime
    ? { major: block.upTo, chatId: '\uffff', seq: lastSeq }
    : { major: lastSeq, chatId: '\uffff', seq: lastSeq }
}

function canHoldNext(block: HitBlock, { after, isByTime }: HitQuery): boolean {
  return after === null || isByTime || block.block * BLOCK_SIZE < after.major
}

/** For each block the messages that contain all wanted words, highest number first. */
async function candidatesIn(
  db: Queryable,
  blocks: readonly HitBlock[],
  wanted: readonly SearchQuery[],
): Promise<number[][]> {
  const terms = [...new Set(wanted.flatMap((one) => [...one.terms, ...one.instead]))]
  const byBlock = new Map<string, TermPlaces[]>()
  const take = (rows: readonly TermPlaces[]) => {
    for (const row of rows) {
      const key = `${row.chatId}/${row.block}`
      const list = byBlock.get(key) ?? []
      if (list.length === 0) byBlock.set(key, list)
      list.push(row)
    }
  }
  take(await findTerms(db, blocks, terms))
  const begun = wanted.find((one) => one.isBeginning)
  if (begun) {
    // Prefixes match many terms: look them up only in blocks that contain everything else.
    const others = wanted.filter((one) => one !== begun)
    const open = blocks.filter(({ chatId, block }) => {
      const own = byBlock.get(`${chatId}/${block}`) ?? []
      return others.every((one) => setsOf(one, block, own).every((set) => set.size > 0))
    })
    if (open.length > 0) take(await findTermsBegun(db, open, begun.run))
  }
  return blocks.map(({ chatId, block }) => {
    const own = byBlock.get(`${chatId}/${block}`)
    if (!own) return []
    const sets = wanted.flatMap((one) => setsOf(one, block, own))
    const [first, ...others] = sets.sort((one, other) => one.size - other.size)
    return [...(first ?? [])].filter((seq) => others.every((set) => set.has(seq))).sort((one, other) => other - one)
  })
}

/** The sets that must all contain a message: one for each term of a run, or one for a word and its alternatives. */
function setsOf(wanted: SearchQuery, block: number, rows: readonly TermPlaces[]): Set<number>[] {
  const ofTerm = (term: string) => seqsOf(block, rows.find((row) => row.term === term)?.places ?? '')
  if (wanted.isUnspaced) return wanted.terms.map(ofTerm)
  const any = new Set<number>()
  for (const row of rows) {
    const matchesCharacter =
      wanted.terms.includes(row.term) ||
      wanted.instead.includes(row.term) ||
      (wanted.isBeginning && row.term.startsWith(wanted.run))
    if (matchesCharacter) for (const seq of seqsOf(block, row.places)) any.add(seq)
  }
  return [any]
}

/** The list positions of candidates, without those on earlier pages. */
async function placesOf(
  db: Queryable,
  { chatId }: HitBlock,
  seqs: readonly number[],
  { isByTime, after }: HitQuery,
): Promise<HitPlace[]> {
  if (seqs.length === 0) return []
  const places: HitPlace[] = isByTime
    ? (await findTimes(db, chatId, seqs)).map(({ seq, createdAt }) => ({ major: createdAt.getTime(), chatId, seq }))
    : seqs.map((seq) => ({ major: seq, chatId, seq }))
  return after === null ? places : places.filter((place) => compareHits(place, after) > 0)
}

/** The candidates that really match the query, in their order. */
async function hitsAmong(db: Queryable, places: readonly HitPlace[], query: HitQuery): Promise<Found[]> {
  const rows = new Map<string, TextRow>()
  for (const chatId of new Set(places.map((place) => place.chatId))) {
    const seqs = places.filter((place) => place.chatId === chatId).map(({ seq }) => seq)
    const leaf = query.leaves?.get(chatId)
    const kept = leaf === undefined ? seqs : await findOnPath(db, chatId, leaf, seqs)
    for (const row of await findTexts(db, chatId, kept)) rows.set(`${chatId}/${row.seq}`, row)
  }
  return places.flatMap((place) => {
    const row = rows.get(`${place.chatId}/${place.seq}`)
    if (!row) return []
    const line = plainLine(row.text)
    const marks = findHighlights(line, query.wanted)
    return marks ? [{ row, place, line, marks }] : []
  })
}
