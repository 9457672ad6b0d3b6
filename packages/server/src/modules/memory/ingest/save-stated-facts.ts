import { newId } from '../../../platform/ids.ts'
import { loadSpoken } from '../../chats/module.ts'
import type { TextModel } from '../../models/module.ts'
import { filterPaced } from '../recall/forgotten-filter.ts'
import type { MemoryServices } from '../services.ts'
import { insertFact, nextMemoryRev } from '../store/fact-store.ts'
import { type IngestContext, listUnreadPath } from './ingest-context.ts'
import { findNewFacts } from './summarize.ts'

/** How many of the newest messages are read each time; facts found before are skipped. */
const MESSAGES_READ = 40

/**
 * Saves facts that a person stated in the newest messages, for a model that finds facts by itself instead of being asked
 * with a prompt. Skips what is known, forgotten or not allowed in memory. Returns whether anything was saved.
 */
export async function saveStatedFacts(
  services: MemoryServices,
  context: IngestContext,
  extractFacts: NonNullable<TextModel['extractFacts']>,
): Promise<boolean> {
  const { chat, locale, person } = context
  const after = Math.max(context.floorSeq, chat.leafSeq - MESSAGES_READ)
  const seqs = await listUnreadPath(services.database, chat, after)
  const said = await filterPaced(
    await loadSpoken(services.database, chat.id, seqs),
    (message) => message.role === 'user' && context.canRemember(message),
  )
  const facts = await findNewFacts(context, { said, parsed: { summary: '', facts: extractFacts(said, locale) } })
  if (facts.length === 0) return false
  return services.database.transaction(async (tx) => {
    const rev = await nextMemoryRev(tx, chat.id)
    // A message that was deleted or edited meanwhile is not remembered.
    const told = new Map(said.map(({ seq, text }) => [seq, text]))
    const sourceSeqs = facts.map(({ sourceSeq }) => sourceSeq)
    const sources = new Set(
      (await loadSpoken(tx, chat.id, sourceSeqs)).flatMap(({ seq, text }) => (told.get(seq) === text ? seq : [])),
    )
    const now = services.clock.now()
    let hasNoted = false
    for (const fact of facts.filter(({ sourceSeq }) => sources.has(sourceSeq))) {
      hasNoted =
        (await insertFact(tx, {
          id: newId(now),
          chatId: chat.id,
          personId: person.id,
          cardId: chat.cardId,
          ...fact,
          pinned: false,
          origin: 'model',
          derivedFrom: null,
          rev,
          createdAt: now,
        })) || hasNoted
    }
    return hasNoted
  })
}
