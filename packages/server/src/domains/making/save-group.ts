import type { making } from '@everkin/contract/http/making.ts'
import type { z } from 'zod'
import { AppError, invalidInput } from '../../platform/app-error.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { newId } from '../../platform/ids.ts'
import type { Person } from '../accounts/person.ts'
import { isKnownTo } from '../characters/card-for-chat.ts'
import { findOwnCard, findWrittenCard, type WrittenCard } from '../characters/write-card.ts'
import { emptyGroup, type GroupContent, groupContentOf } from './card-content.ts'
import { checkGroup } from './check-content.ts'
import { commitSave } from './commit-save.ts'
import { judgeGroup } from './judge-card.ts'
import { findMaker, refuseRating } from './may-make.ts'
import { definedOf, tagsOf } from './merge-fields.ts'
import { SAVES } from './rules.ts'
import type { MakingServices } from './services.ts'
import { splitOpening } from './split-opening.ts'
import type { CardToStore } from './store-card.ts'
import { wellFormed } from './well-formed.ts'

export type GroupWish = z.output<typeof making.saveGroup.body>

/**
 * Makes a group, or changes one of one's own; gives its id. A group with a member for adults is for adults.
 * @throws AppError AgeNotOpen, TooManyRequests, InvalidInput (`member_ids` for somebody whom its readers could not
 * meet), TooLarge, NotFound, Conflict, SafetyStop.
 */
export async function saveGroup(services: MakingServices, caller: SignedInCaller, wish: GroupWish): Promise<string> {
  const { id, draft_id: _draft, idempotency_key: _key, ...sent } = wish
  const maker = await findMaker(services, caller)
  services.limiter.take(`save-card:${maker.id}`, SAVES)
  const { tags, cover: wishedCover, visibility: wishedVisibility, ...fields } = wellFormed(sent)
  const before = id === undefined ? null : await findOwnCard(services.database, maker.id, id)
  if (id !== undefined && before?.type !== 'multiple') throw new AppError('NotFound')
  const old = before ? groupContentOf(before) : emptyGroup(caller.locale)
  const content = { ...old, ...definedOf(fields), tags: tags ? tagsOf(tags, services.tagNames) : old.tags }
  const visibility = wishedVisibility ?? before?.visibility ?? 'private'
  const cardId = id ?? newId(services.clock.now())
  const toStore = await judgedGroup(services, caller, { maker, cardId, before, content, visibility })
  return commitSave(services, { makerId: maker.id, toStore, wish, pictures: { cover: wishedCover } })
}

interface GroupToJudge {
  maker: Person
  cardId: string
  before: WrittenCard | null
  content: GroupContent
  visibility: WrittenCard['visibility']
}

/** A group that was held to limits and rules, ready to be stored. @throws AppError as `saveGroup`. */
export async function judgedGroup(
  services: MakingServices,
  caller: Pick<SignedInCaller, 'country'>,
  { maker, cardId, before, content, visibility }: GroupToJudge,
): Promise<CardToStore> {
  checkGroup(content)
  const members = await findMembers(services, maker.id, content.member_ids, visibility !== 'private')
  const rating = members.some((member) => member.rating === 'nsfw') ? 'nsfw' : content.rating
  refuseRating(services, maker, caller, rating)
  const now = services.clock.now()
  const judgement = await judgeGroup(services.database, cardId, { ...content, rating }, visibility !== 'private', now)
  const { scenario, opening, member_ids, turn_policy, reply_limit, ...said } = content
  return {
    before,
    judgement,
    now,
    card: {
      ...said,
      rating,
      visibility,
      id: cardId,
      type: 'multiple',
      creatorId: maker.id,
      avatar: null,
      gender: null,
      age: null,
      voice: null,
      creatorNotes: '',
      definition: null,
      definitionPublic: false,
      casting: { ...stagingOf(before, opening, members), scenario, opening },
      memberIds: member_ids,
      turnPolicy: turn_policy,
      replyLimit: reply_limit,
    },
  }
}

/** An opening that is split by speakers stays so while it says the same. */
function stagingOf(before: WrittenCard | null, opening: string, members: readonly WrittenCard[]) {
  const isSame = before?.casting?.opening === opening
  const staged = isSame ? (before.casting?.openingTurns ?? []) : []
  return {
    openingTurns: staged.length > 0 ? staged : splitOpening(opening, members),
    groupOnlyGreetings: before?.casting?.groupOnlyGreetings ?? {},
  }
}

/** The members, each of whom the maker may meet; in a group that others see, each of whom others may meet too. */
async function findMembers(
  services: Pick<MakingServices, 'database'>,
  makerId: string,
  ids: readonly string[],
  isShared: boolean,
): Promise<WrittenCard[]> {
  const members: WrittenCard[] = []
  for (const id of ids) {
    const member = await findWrittenCard(services.database, id)
    const known = member?.type === 'single' ? { ...member, creator_id: member.creatorId } : null
    if (!member || !known || !isKnownTo(makerId, known)) throw invalidInput('member_ids', 'not_found')
    if (member.state === 'draft') throw invalidInput('member_ids', 'draft')
    if (isShared && !isKnownTo(null, known)) throw invalidInput('member_ids', 'private')
    members.push(member)
  }
  return members
}
