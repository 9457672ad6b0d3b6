import type { Queryable } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { chatPersona } from '../chats/chat-persona.ts'
import { readSaid } from '../chats/older-messages.ts'
import { countTokens } from '../chats/prompt/count-tokens.ts'
import type { RecalledMessage } from '../chats/recollection.ts'
import { speakerOf } from '../chats/views.ts'
import { readActiveMemory } from './active-memory.ts'
import { askModel } from './ask-model.ts'
import { insertFact, nextMemoryRev } from './fact-store.ts'
import { parseStory, type Story } from './parse-story.ts'
import type { ReadingChat } from './reading-chat.ts'
import {
  LEFT_ALONE,
  NOTED_FACTS,
  SAME_SHARE,
  STORY_MESSAGES,
  STORY_TOKENS,
  SUMMARY_VERSIONS,
  UNREAD_MESSAGES,
} from './rules.ts'
import { mayBeKept } from './screen-memory.ts'
import type { MemoryServices } from './services.ts'
import { storyPrompt } from './story-prompt.ts'
import { insertSummary, type SummaryRow } from './summary-store.ts'
import { shareOf, termHashes } from './term-hashes.ts'
import { unreadPath } from './unread-path.ts'

const ANSWER_TOKENS = 900
const CONTEXT_SHARE = 0.4

/**
 * Has the model read the next part of the open path: the summary is carried on, and facts are noted. Gives whether
 * there is more to read. What a person changes meanwhile makes the answer void; then the part is read once more.
 * @throws TextModelError.
 */
export async function readStory(
  services: MemoryServices,
  reading: ReadingChat,
  signal: AbortSignal,
): Promise<{ hasRead: boolean; hasMore: boolean }> {
  const { database, model } = services
  const { chat, locale } = reading
  const { summary } = await readActiveMemory(database, chat.id, chat.leafSeq)
  const after = Math.max(reading.floorSeq, summary?.coversToSeq ?? 0)
  const unread = (await unreadPath(database, chat, after)).slice(0, -LEFT_ALONE)
  if (unread.length < UNREAD_MESSAGES) return { hasRead: false, hasMore: false }
  const part = await nextPart(services, reading, unread)
  const rev = await readMemoryRev(database, chat.id)
  let story: Story = { summary: '', facts: [] }
  if (part.said.length > 0) {
    const personName = (await chatPersona(database, reading)).name
    const prompt = storyPrompt({
      summary: summary?.text ?? '',
      messages: part.said.map((said) => ({ ...said, speaker: nameOf(reading, said, personName) })),
      personName,
      characterName: reading.ready.card.name,
      locale,
    })
    const maxTokens = Math.min(ANSWER_TOKENS, Math.floor(model.contextTokens / 4))
    story = parseStory(await askModel(model, prompt, { maxTokens, locale, signal }))
  }
  const hasRead = await keep(services, reading, { ...part, story, before: summary, rev })
  return { hasRead, hasMore: !hasRead || unread.length - part.seqs.length >= UNREAD_MESSAGES }
}

function nameOf({ ready }: ReadingChat, { role, speakerId }: RecalledMessage, personName: string): string {
  return role === 'user' ? personName : (speakerOf(speakerId, ready.card)?.name ?? ready.card.name)
}

async function readMemoryRev(db: Queryable, chatId: string): Promise<number> {
  const [row] = await db.query<{ rev: number }>('select memory_rev as rev from chat where id = $1', [chatId])
  return row?.rev ?? 0
}

/** The oldest unread messages that go into one prompt, and those of them that may be remembered. */
async function nextPart(
  { database, model }: MemoryServices,
  reading: ReadingChat,
  unread: readonly number[],
): Promise<{ seqs: number[]; said: RecalledMessage[] }> {
  const page = unread.slice(0, STORY_MESSAGES)
  const said = await readSaid(database, reading.chat.id, page)
  const budget = Math.min(STORY_TOKENS, model.contextTokens * CONTEXT_SHARE)
  let tokens = 0
  const fitting = said.filter(({ text }) => {
    tokens += Math.min(600, countTokens(text))
    return tokens <= budget
  })
  const last = fitting.length === said.length ? page.at(-1) : fitting.at(-1)?.seq
  const seqs = page.filter((seq) => seq <= (last ?? 0))
  return { seqs, said: fitting.filter((each) => reading.mayKeep(each)) }
}

interface ReadPart {
  seqs: number[]
  said: RecalledMessage[]
  story: Story
  before: SummaryRow | null
  /** Of the chat's memory, when reading began. */
  rev: number
}

/** Stores what a part has brought; false when something changed meanwhile. */
async function keep(services: MemoryServices, reading: ReadingChat, part: ReadPart): Promise<boolean> {
  const { chat, person } = reading
  const about = { adultMode: person.nsfw }
  return services.database
    .transaction(async (tx) => {
      const rev = await nextMemoryRev(tx, chat.id)
      const isThere =
        (
          await readSaid(
            tx,
            chat.id,
            part.said.map(({ seq }) => seq),
          )
        ).length === part.said.length
      if (rev !== part.rev + 1 || !isThere) throw new Changed()
      const now = services.clock.now()
      const { summary } = part.story
      const text = summary !== '' && mayBeKept(summary, about) ? summary : (part.before?.text ?? '')
      const version = { rev, text, coversToSeq: part.seqs.at(-1) ?? 0, origin: 'model' as const, createdAt: now }
      await insertSummary(tx, chat.id, version, SUMMARY_VERSIONS)
      for (const fact of newFacts(reading, part)) {
        if (!mayBeKept(fact.text, about)) continue
        await insertFact(tx, {
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
        })
      }
      return true
    })
    .catch((error: unknown) => {
      if (error instanceof Changed) return false
      throw error
    })
}

class Changed extends Error {}

/** Facts that are not known yet and were not forgotten, each with the message that it comes from. */
function newFacts(reading: ReadingChat, { story, said }: ReadPart) {
  const known = reading.facts.map((fact) => new Set(fact.terms))
  const noted = reading.facts.filter((fact) => fact.forgottenAt === null).length
  const found: { text: string; terms: number[]; sourceSeq: number }[] = []
  for (const { text, fromSeq } of story.facts) {
    const terms = termHashes(text)
    const isKnown = known.some((words) => shareOf(terms, words) >= SAME_SHARE)
    const sourceSeq = said.some(({ seq }) => seq === fromSeq) ? fromSeq : nearest(said, terms)
    if (isKnown || sourceSeq === null || !reading.mayKeep({ seq: 0, role: 'user', speakerId: null, text })) continue
    known.push(new Set(terms))
    if (noted + found.length >= NOTED_FACTS) break // passages still bring back what comes later
    found.push({ text, terms, sourceSeq })
  }
  return found
}

/** The message that shares most words with a fact whose number the model has not given. */
function nearest(said: readonly RecalledMessage[], terms: readonly number[]): number | null {
  const shares = said.map(({ seq, text }) => ({ seq, share: shareOf(terms, new Set(termHashes(text))) }))
  const best = shares.reduce((most, each) => (each.share > most.share ? each : most), { seq: 0, share: 0 })
  return best.share > 0 ? best.seq : null
}
