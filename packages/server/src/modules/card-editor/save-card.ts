import type { cardEditor } from '@everkin/contract/http/card-editor.ts'
import type { z } from 'zod'
import { AppError, invalidInput } from '../../platform/app-error.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { newId } from '../../platform/ids.ts'
import { checkCardAccess, type Person } from '../accounts/module.ts'
import { newAlbumTexts, saveAlbum, storedAlbumTexts } from '../albums/module.ts'
import { attachImport } from '../card-files/module.ts'
import { findOwnCard, findWrittenCard, isVisibleTo, type WrittenCard } from '../characters/module.ts'
import {
  emptyGroup,
  emptySingle,
  type GroupContent,
  type SingleContent,
  toGroupContent,
  toSingleContent,
} from './card-content.ts'
import {
  assertMayPublish,
  assertRatingAllowed,
  assertTeenMayStore,
  loadCardCreator,
  moderateGroup,
  moderateSingle,
} from './card-policy.ts'
import { type CardToStore, commitSave } from './commit-save.ts'
import {
  assertValidGroup,
  assertValidSingle,
  mergeSingle,
  normalizeTags,
  omitUndefined,
  sanitizeUnicode,
} from './content-input.ts'
import { PRIVATE_SAVE_LIMIT, SAVE_LIMIT } from './rules.ts'
import type { CardEditorServices } from './services.ts'
import { splitOpening } from './split-opening.ts'

export type SaveSingleInput = z.output<typeof cardEditor.saveSingle.body>

/**
 * Creates a character, or changes the person's own one; returns its id. One that may not be seen or talked with yet is
 * stored as a private draft; its blockers say why.
 * @throws AppError NotAllowed, AgeNotOpen, TooManyRequests, InvalidInput, TooLarge, NotFound, Conflict, SafetyStop.
 */
export async function saveSingle(
  services: CardEditorServices,
  caller: SignedInCaller,
  input: SaveSingleInput,
): Promise<string> {
  const { id, draft_id: _draft, idempotency_key: _key, ...sent } = input
  const creator = await loadCardCreator(services, caller)
  const fields = sanitizeUnicode(sent)
  const before = id === undefined ? null : await findOwnCard(services.database, creator.id, id)
  await consumeSave(services, creator.id, [before?.visibility, fields.visibility])
  if (id !== undefined && before?.type !== 'single') throw new AppError('NotFound')
  const old = before ? toSingleContent(before) : emptySingle(caller.locale)
  const content = mergeSingle(old, fields, services.tagNames)
  const visibility = fields.visibility ?? before?.visibility ?? 'private'
  const cardId = id ?? newId(services.clock.now())
  const album = fields.album && {
    items: fields.album,
    screenedTexts: await newAlbumTexts(services.database, cardId, fields.album),
  }
  const toStore = await prepareSingle(services, caller, {
    creator,
    cardId,
    before,
    content,
    visibility,
    isImport: fields.import_id !== undefined,
    ...(album && { albumTexts: album.screenedTexts }),
  })
  return commitSave(services, {
    creatorId: creator.id,
    toStore,
    input,
    pictures: { avatar: fields.avatar, cover: fields.cover },
    async also(tx) {
      const { now } = toStore
      const owned = { cardId, personId: creator.id, now }
      if (album) await saveAlbum(tx, services, { ...owned, ...album })
      if (fields.import_id !== undefined) await attachImport(tx, { ...owned, importId: fields.import_id })
    },
  })
}

/** Counts a save against the rate limit of what others see, or of what only its creator sees. */
async function consumeSave(
  { limiter }: Pick<CardEditorServices, 'limiter'>,
  creatorId: string,
  visibilities: readonly (WrittenCard['visibility'] | undefined)[],
): Promise<void> {
  const isShared = visibilities.some((visibility) => visibility !== undefined && visibility !== 'private')
  if (isShared) await limiter.consume(`save-card:${creatorId}`, SAVE_LIMIT)
  else await limiter.consume(`save-private-card:${creatorId}`, PRIVATE_SAVE_LIMIT)
}

interface SingleToPrepare {
  creator: Person
  cardId: string
  before: WrittenCard | null
  content: SingleContent
  visibility: WrittenCard['visibility']
  /** It comes from a file. */
  isImport?: boolean
  /** The texts of its new album; by default those of the stored one, which stays. */
  albumTexts?: readonly string[]
}

/** A validated and screened character, ready to be stored. @throws AppError as `saveSingle`. */
export async function prepareSingle(
  services: CardEditorServices,
  caller: Pick<SignedInCaller, 'country'>,
  { creator, cardId, before, content, visibility, isImport = false, ...album }: SingleToPrepare,
): Promise<CardToStore> {
  assertValidSingle(content)
  assertMayPublish(services, visibility)
  assertRatingAllowed(services, creator, caller, content.rating)
  const now = services.clock.now()
  const albumTexts = album.albumTexts ?? (await storedAlbumTexts(services.database, cardId))
  const use = { isShared: visibility !== 'private', isImport, albumTexts }
  const judgement = await moderateSingle(services, cardId, content, use)
  assertTeenMayStore(creator, visibility, judgement)
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
      creatorId: creator.id,
      creatorNotes: creator_notes,
      definitionPublic: definition_public,
      casting: null,
      memberIds: [],
      turnPolicy: 'natural',
      replyLimit: 3,
    },
  }
}

export type SaveGroupInput = z.output<typeof cardEditor.saveGroup.body>

/**
 * Creates a group, or changes the person's own one; returns its id. A group with an adult member is adult.
 * @throws AppError NotAllowed, AgeNotOpen, TooManyRequests, InvalidInput (`member_ids` for a member that its readers could not
 * see), TooLarge, NotFound, Conflict, SafetyStop.
 */
export async function saveGroup(
  services: CardEditorServices,
  caller: SignedInCaller,
  input: SaveGroupInput,
): Promise<string> {
  const { id, draft_id: _draft, idempotency_key: _key, ...sent } = input
  const creator = await loadCardCreator(services, caller)
  const { tags, cover: requestedCover, visibility: requestedVisibility, ...fields } = sanitizeUnicode(sent)
  const before = id === undefined ? null : await findOwnCard(services.database, creator.id, id)
  await consumeSave(services, creator.id, [before?.visibility, requestedVisibility])
  if (id !== undefined && before?.type !== 'multiple') throw new AppError('NotFound')
  const old = before ? toGroupContent(before) : emptyGroup(caller.locale)
  const content = { ...old, ...omitUndefined(fields), tags: tags ? normalizeTags(tags, services.tagNames) : old.tags }
  const visibility = requestedVisibility ?? before?.visibility ?? 'private'
  const cardId = id ?? newId(services.clock.now())
  const toStore = await prepareGroup(services, caller, { creator, cardId, before, content, visibility })
  return commitSave(services, { creatorId: creator.id, toStore, input, pictures: { cover: requestedCover } })
}

interface GroupToPrepare {
  creator: Person
  cardId: string
  before: WrittenCard | null
  content: GroupContent
  visibility: WrittenCard['visibility']
}

/** A validated and screened group, ready to be stored. @throws AppError as `saveGroup`. */
export async function prepareGroup(
  services: CardEditorServices,
  caller: Pick<SignedInCaller, 'country'>,
  { creator, cardId, before, content, visibility }: GroupToPrepare,
): Promise<CardToStore> {
  assertValidGroup(content)
  assertMayPublish(services, visibility)
  const members = await loadMembers(services, creator.id, content.member_ids, visibility !== 'private')
  const rating = members.some((member) => member.rating === 'nsfw') ? 'nsfw' : content.rating
  assertRatingAllowed(services, creator, caller, rating)
  const reader = { person: creator, country: caller.country }
  if (members.some((member) => checkCardAccess(services.settings, reader, member) === 'absent'))
    throw invalidInput('member_ids', 'not_found')
  const now = services.clock.now()
  const judgement = await moderateGroup(
    services,
    cardId,
    { ...content, rating },
    { isShared: visibility !== 'private', members },
  )
  assertTeenMayStore(creator, visibility, judgement)
  const { scenario, opening, member_ids, turn_policy, reply_limit, ...said } = content
  return {
    before,
    judgement,
    members,
    now,
    card: {
      ...said,
      rating,
      visibility,
      id: cardId,
      type: 'multiple',
      creatorId: creator.id,
      avatar: null,
      gender: null,
      age: null,
      voice: null,
      creatorNotes: '',
      definition: null,
      definitionPublic: false,
      casting: { ...toOpeningTurns(before, opening, members), scenario, opening },
      memberIds: member_ids,
      turnPolicy: turn_policy,
      replyLimit: reply_limit,
    },
  }
}

/** The turns of an opening that is split by speakers stay as long as its text is unchanged. */
function toOpeningTurns(before: WrittenCard | null, opening: string, members: readonly WrittenCard[]) {
  const isSame = before?.casting?.opening === opening
  const staged = isSame ? (before.casting?.openingTurns ?? []) : []
  return {
    openingTurns: staged.length > 0 ? staged : splitOpening(opening, members),
    groupOnlyGreetings: before?.casting?.groupOnlyGreetings ?? {},
  }
}

/** The members. The creator may see each of them; if others see the group, they may see each of them too. */
async function loadMembers(
  services: Pick<CardEditorServices, 'database'>,
  creatorId: string,
  ids: readonly string[],
  isShared: boolean,
): Promise<WrittenCard[]> {
  const members: WrittenCard[] = []
  for (const id of ids) {
    const member = await findWrittenCard(services.database, id)
    const known = member?.type === 'single' ? { ...member, creator_id: member.creatorId } : null
    if (!member || !known || !isVisibleTo(creatorId, known)) throw invalidInput('member_ids', 'not_found')
    if (member.state === 'draft') throw invalidInput('member_ids', 'draft')
    if (isShared && !isVisibleTo(null, known)) throw invalidInput('member_ids', 'private')
    members.push(member)
  }
  return members
}
