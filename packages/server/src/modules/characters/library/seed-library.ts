import { createHash } from 'node:crypto'
import { LOCALE_CODES, type Locale } from '@everkin/contract/locales.ts'
import type { Clock } from '../../../platform/clock.ts'
import { type Database, onlyRow, type Queryable, type Transaction } from '../../../platform/db/database.ts'
import { yieldIfDue } from '../../../platform/event-loop.ts'
import { libraryPictureUrl } from '../../../platform/library-file.ts'
import { buildMatchers, haveTagsForTeens, RULE_VERSION, screenCard, screenText } from '../../safety/module.ts'
import { popularityRank } from '../popularity.ts'
import { indexCards } from '../search-index.ts'
import { type Library, type LibraryCharacter, type LibraryGroup, loadLibrary } from './library-files.ts'
import {
  clearRuleVersionOfGroups,
  type LocalText,
  lockSeeding,
  replaceTexts,
  type SeededCard,
  selectHashes,
  updateRank,
  upsertCard,
} from './seed-store.ts'

/**
 * Seeds the database with the library's characters and groups; returns the ids that were new or changed. Runs at every
 * start: a card with unchanged files costs one hash. Counts, likes and dates of existing cards stay.
 */
export async function seedLibrary(
  database: Database,
  clock: Clock,
  library: Library = loadLibrary(),
): Promise<string[]> {
  const cards = [
    ...library.characters.map((character, place) => withRankAndHash(toSeededCharacter(library, character), place)),
    ...library.groups.map((group, place) => withRankAndHash(toSeededGroup(library, group), place)),
  ]
  if ((await listChangedCards(database, cards)).length === 0) return []
  // Step by step: screening the first card would build all of them at once, inside the transaction.
  await buildMatchers(clock)
  return database.transaction(async (tx) => {
    await lockSeeding(tx)
    // Another process may have stored them while this one waited.
    const changed = await listChangedCards(tx, cards)
    for (const card of changed) {
      await yieldIfDue()
      await seedCard(tx, card, clock.now())
    }
    await replaceTexts(tx, changed)
    const ids = changed.map(({ id }) => id)
    await clearRuleVersionOfGroups(tx, ids)
    await indexCards(tx, ids)
    return ids
  })
}

async function listChangedCards(db: Queryable, cards: readonly SeededCard[]): Promise<SeededCard[]> {
  const known = new Map((await selectHashes(db)).map((row) => [row.id, row.content_hash]))
  return cards.filter((card) => known.get(card.id) !== card.contentHash)
}

async function seedCard(tx: Transaction, card: SeededCard, now: Date): Promise<void> {
  // The first cards are the newest, a second apart each, so that "new" has an order too.
  const createdAt = new Date(now.getTime() - card.place * 1000)
  const { state, suitsTeens: isSuitable } = screenedState(card)
  const suitsTeens = isSuitable && (await haveSuitableMembers(tx, card))
  const rank = popularityRank({ chat_count: 0, like_count: 0, editorial: card.editorial })
  const stored = onlyRow(
    await upsertCard(tx, { ...card, state, suitsTeens, ruleVersion: RULE_VERSION, createdAt, updatedAt: now }, rank),
  )
  // A card that people like keeps its rank.
  const rankNow = stored ? popularityRank(stored) : rank
  if (stored && stored.rank !== rankNow) await updateRank(tx, card.id, rankNow)
}

/** Characters are stored before the groups that they are members of. */
async function haveSuitableMembers(tx: Transaction, { memberIds }: SeededCard): Promise<boolean> {
  if (memberIds.length === 0) return true
  const suitable = await tx.query('select 1 from card where id = any($1::text[]) and suits_teens', [memberIds])
  return suitable.length === memberIds.length
}

/** Moderates the library's cards by the same rules as everyone's (B5, B6). */
function screenedState(card: SeededCard): { state: 'published' | 'draft'; suitsTeens: boolean } {
  const words = [
    card.name,
    card.tagline,
    card.tags.join(', '),
    JSON.stringify(card.casting ?? ''),
    JSON.stringify(card.hook ?? ''),
  ]
  const shown = [...words, ...card.texts.map((text) => JSON.stringify(text))]
  const isHarmless =
    haveTagsForTeens(card.tags) &&
    shown.every((text) => screenText(text, { surface: 'card', adultMode: false, isTeen: true }).kind === 'clear')
  if (card.type === 'multiple') return { state: 'published', suitsTeens: isHarmless }
  const { definition } = card
  const book = JSON.stringify(definition?.character_book ?? '')
  const texts = [
    definition?.description ?? '',
    definition?.personality ?? '',
    definition?.scenario ?? '',
    definition?.first_mes ?? '',
    ...(definition?.alternate_greetings ?? []),
    definition?.mes_example ?? '',
    book,
  ]
  const verdict = screenCard({ ...card, texts, definition, rating: 'sfw' })
  const isPublished = verdict.state === 'ok' || verdict.state === 'in_review'
  return { state: isPublished ? 'published' : 'draft', suitsTeens: isHarmless && verdict.suitsTeens }
}

const MAX_EDITORIAL_RANK = 99

function withRankAndHash(card: Omit<SeededCard, 'contentHash' | 'place' | 'editorial'>, place: number): SeededCard {
  const placed = { ...card, place, editorial: Math.max(0, MAX_EDITORIAL_RANK - place) }
  const contentHash = createHash('sha256')
    .update(JSON.stringify([RULE_VERSION, placed]))
    .digest('base64url')
  return { ...placed, contentHash }
}

type UnrankedCard = Omit<SeededCard, 'contentHash' | 'place' | 'editorial'>

function toSeededCharacter(library: Library, character: LibraryCharacter): UnrankedCard {
  return {
    id: character.id,
    type: 'single',
    name: character.name,
    tagline: character.tagline,
    avatar: libraryPictureUrl(character.portrait),
    cover: null,
    gender: character.gender,
    age: character.age,
    language: character.language,
    voice: character.voice,
    creatorNotes: character.creator_notes,
    definition: character.definition,
    casting: null,
    memberIds: [],
    turnPolicy: 'natural',
    tags: character.tags,
    hook: library.hook(character.id, 'en'),
    texts: localTexts((locale) => {
      const local = library.localCharacter(character.id, locale)
      return (
        local && {
          locale,
          name: local.name_local ?? character.name,
          tagline: local.tagline,
          greetings: [local.first_mes, ...local.alternate_greetings],
          creator_notes: local.creator_notes ?? null,
          casting: null,
          hook: library.hook(character.id, locale),
        }
      )
    }),
  }
}

function toSeededGroup(library: Library, group: LibraryGroup): UnrankedCard {
  return {
    id: group.id,
    type: 'multiple',
    name: group.name,
    tagline: group.tagline,
    avatar: null,
    cover: libraryPictureUrl(group.cover),
    gender: null,
    age: null,
    language: group.language,
    voice: null,
    creatorNotes: '',
    definition: null,
    casting: {
      scenario: group.scenario,
      opening: group.opening,
      openingTurns: group.opening_turns,
      groupOnlyGreetings: group.group_only_greetings,
    },
    memberIds: group.members,
    turnPolicy: group.turn_policy,
    tags: group.tags,
    hook: library.hook(group.id, 'en'),
    texts: localTexts((locale) => {
      const local = library.localGroup(group.id, locale)
      return (
        local && {
          locale,
          name: local.name,
          tagline: local.tagline,
          greetings: [local.opening],
          creator_notes: null,
          casting: { opening: local.opening, openingTurns: local.opening_turns },
          hook: library.hook(group.id, locale),
        }
      )
    }),
  }
}

function localTexts(textIn: (locale: Locale) => LocalText | null): LocalText[] {
  return LOCALE_CODES.map(textIn).filter((text) => text !== null)
}
