import type { MultipleCard, SingleCard } from '@everkin/contract/types.ts'
import { type Block, parseBlocks } from '@everkin/roleplay-markdown'

// For the loaders of pages: parsed on the server, so that the pages do without the parser.

/** How a character may begin. */
export function parseOpenings({ greeting, definition }: SingleCard): Block[][] {
  const texts = [greeting, ...(definition?.alternate_greetings ?? [])]
  return texts.filter((text) => text.trim()).map((text) => parseBlocks(text))
}

type Turn = MultipleCard['opening_turns'][number]

/** Number of speakers in the preview. */
const HEARD = 2

type StoryCard = Pick<MultipleCard, 'opening' | 'opening_turns' | 'scenario'>

/** A turn of the opening. */
export interface ParsedTurn {
  cardId: string | null
  blocks: Block[]
}

/** The real opening of the story up to the second speaker. */
export function parseStoryOpening(card: StoryCard): ParsedTurn[] {
  const turns = firstTurns(card.opening_turns)
  const whole = card.opening.trim() ? card.opening : card.scenario
  const lines = turns.length > 0 ? turns : [{ card_id: null, text: whole }].filter((turn) => turn.text.trim())
  return lines.map(({ card_id, text }) => ({ cardId: card_id, blocks: parseBlocks(text) }))
}

function firstTurns(turns: readonly Turn[]): Turn[] {
  const heard = new Set<string>()
  const first: Turn[] = []
  for (const turn of turns) {
    const isNew = turn.card_id !== null && !heard.has(turn.card_id)
    if (heard.size === HEARD && (isNew || turn.card_id === null)) break
    if (turn.card_id !== null) heard.add(turn.card_id)
    first.push(turn)
  }
  return first
}
