import { readTurn } from '../chats/read-turn.ts'
import type { RecalledMessage } from '../chats/recollection.ts'
import type { ChatServices } from '../chats/services.ts'
import type { Turn } from '../chats/turn.ts'
import { type FactRow, listFacts } from './fact-store.ts'
import { forgottenBar } from './forgotten-bar.ts'
import { mayBeKept } from './screen-memory.ts'

/** A chat that is being read for memories. */
export interface ReadingChat extends Turn {
  /** Messages up to this one were to be forgotten. */
  floorSeq: number
  facts: FactRow[]
  /** Whether a message may be remembered: not what was forgotten, and nothing said in distress. */
  mayKeep(said: RecalledMessage): boolean
}

/** Opens a chat for reading. @throws AppError as `readTurn`. */
export async function openReading(services: ChatServices, personId: string, chatId: string): Promise<ReadingChat> {
  const turn = await readTurn(services, personId, chatId)
  const [row] = await services.database.query<{ floorSeq: number }>(
    'select memory_floor as "floorSeq" from chat where id = $1',
    [chatId],
  )
  const facts = await listFacts(services.database, chatId)
  const isBarred = forgottenBar(facts.filter((fact) => fact.forgottenAt !== null))
  const about = { adultMode: turn.person.nsfw }
  return {
    ...turn,
    floorSeq: row?.floorSeq ?? 0,
    facts,
    mayKeep: (said) => !isBarred(said) && mayBeKept(said.text, about),
  }
}
