import type { making } from '@everkin/contract/http/making.ts'
import type { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { newId } from '../../platform/ids.ts'
import type { Person } from '../accounts/person.ts'
import { saveAlbum } from '../albums/save-album.ts'
import { adoptImport } from '../card-files/adopt-import.ts'
import { findOwnCard, type WrittenCard } from '../characters/write-card.ts'
import { emptySingle, type SingleContent, singleContentOf } from './card-content.ts'
import { checkSingle } from './check-content.ts'
import { commitSave } from './commit-save.ts'
import { judgeSingle } from './judge-card.ts'
import { findMaker, refuseRating } from './may-make.ts'
import { mergeSingle } from './merge-fields.ts'
import { SAVES } from './rules.ts'
import type { MakingServices } from './services.ts'
import type { CardToStore } from './store-card.ts'
import { wellFormed } from './well-formed.ts'

export type SingleWish = z.output<typeof making.saveSingle.body>

/**
 * Makes a character, or changes one of one's own; gives its id. What may not be seen or talked with yet is kept as a
 * private draft; its hindrances say why.
 * @throws AppError AgeNotOpen, TooManyRequests, InvalidInput, TooLarge, NotFound, Conflict, SafetyStop.
 */
export async function saveSingle(services: MakingServices, caller: SignedInCaller, wish: SingleWish): Promise<string> {
  const { id, draft_id: _draft, idempotency_key: _key, ...sent } = wish
  const maker = await findMaker(services, caller)
  services.limiter.take(`save-card:${maker.id}`, SAVES)
  const fields = wellFormed(sent)
  const before = id === undefined ? null : await findOwnCard(services.database, maker.id, id)
  if (id !== undefined && before?.type !== 'single') throw new AppError('NotFound')
  const old = before ? singleContentOf(before) : emptySingle(caller.locale)
  const content = mergeSingle(old, fields, services.tagNames)
  const visibility = fields.visibility ?? before?.visibility ?? 'private'
  const cardId = id ?? newId(services.clock.now())
  const toStore = await judgedSingle(services, caller, { maker, cardId, before, content, visibility })
  return commitSave(services, {
    makerId: maker.id,
    toStore,
    wish,
    pictures: { avatar: fields.avatar, cover: fields.cover },
    async also(tx) {
      const { now } = toStore
      const owned = { cardId, personId: maker.id, now }
      if (fields.album) await saveAlbum(tx, services, { ...owned, items: fields.album, rating: content.rating })
      if (fields.import_id !== undefined) await adoptImport(tx, { ...owned, importId: fields.import_id })
    },
  })
}

interface SingleToJudge {
  maker: Person
  cardId: string
  before: WrittenCard | null
  content: SingleContent
  visibility: WrittenCard['visibility']
}

/** A character that was held to limits and rules, ready to be stored. @throws AppError as `saveSingle`. */
export async function judgedSingle(
  services: MakingServices,
  caller: Pick<SignedInCaller, 'country'>,
  { maker, cardId, before, content, visibility }: SingleToJudge,
): Promise<CardToStore> {
  checkSingle(content)
  refuseRating(services, maker, caller, content.rating)
  const now = services.clock.now()
  const judgement = await judgeSingle(services.database, cardId, content, visibility !== 'private', now)
  const { creator_notes, definition_public, ...said } = content
  return {
    before,
    judgement,
    now,
    card: {
      ...said,
      visibility,
      id: cardId,
      type: 'single',
      creatorId: maker.id,
      creatorNotes: creator_notes,
      definitionPublic: definition_public,
      casting: null,
      memberIds: [],
      turnPolicy: 'natural',
      replyLimit: 3,
    },
  }
}
