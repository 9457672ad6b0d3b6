import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../platform/app-error.ts'
import { yieldIfDue } from '../../platform/event-loop.ts'
import { storedAlbumTexts } from '../albums/module.ts'
import {
  findWrittenCard,
  haveCardsChanged,
  lockOwnCard,
  type RuleVersionPosition,
  saveCard,
  selectCardsJudgedBefore,
  setRuleVersion,
  type WrittenCard,
} from '../characters/module.ts'
import { RULE_VERSION } from '../safety/module.ts'
import { toGroupContent, toSingleContent } from './card-content.ts'
import { judgeGroup, judgeSingle, type RuleJudgement } from './judge-by-rules.ts'
import type { CardEditorServices } from './services.ts'

const BATCH_SIZE = 20
const MAX_ATTEMPTS = 3
/** Leaves room for everything else while all cards are read after a change of the rules. */
const PAUSE_MS = 100

export type RejudgeServices = Pick<CardEditorServices, 'database' | 'clock' | 'log' | 'onCardChange'>

/**
 * Reads the cards again that an earlier version of the safety rules has judged (B5, B6), with the same outcome as a
 * save. A card that was read has the current version, so a run continues where the last one ended. One that cannot be
 * read now does not hold up the others, and waits for the next run.
 */
export async function rejudgeCards(services: RejudgeServices, signal: AbortSignal): Promise<void> {
  let after: RuleVersionPosition = { ruleVersion: '', id: '' }
  while (!signal.aborted) {
    const batch = await selectCardsJudgedBefore(services.database, RULE_VERSION, after, BATCH_SIZE)
    for (const position of batch) {
      if (signal.aborted) return
      await yieldIfDue()
      await rejudgeCard(services, position.id).catch((error: unknown) =>
        services.log.warn({ error, cardId: position.id }, 'a card could not be judged again'),
      )
      after = position
    }
    if (batch.length < BATCH_SIZE) return
    await delay(PAUSE_MS)
  }
}

/**
 * Judges a card by the local rules, beside its members as they are now. The moderation model has read its texts with
 * the save, and they are the same. What a moderator has published stays published where the rules only doubt, except
 * an age beside a new name (`isRenamed`), which nobody has seen. Nothing is written where nothing changes.
 * @throws AppError Conflict when the card or a member keeps changing.
 */
export async function rejudgeCard(
  services: RejudgeServices,
  id: string,
  { isRenamed = false }: { isRenamed?: boolean } = {},
): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const result = await rejudgeOnce(services, id, isRenamed)
    if (result === 'changed') services.onCardChange(id)
    if (result !== 'outdated') return
  }
  throw new AppError('Conflict')
}

async function rejudgeOnce(
  services: RejudgeServices,
  id: string,
  isRenamed: boolean,
): Promise<'same' | 'changed' | 'outdated'> {
  const { database, clock } = services
  const card = await findWrittenCard(database, id)
  if (!card?.creatorId || card.state === 'draft') return 'same'
  const { creatorId } = card
  const members = await loadMembers(services, card)
  const judgement = await judge(services, card, members)
  return database.transaction(async (tx) => {
    const locked = await lockOwnCard(tx, creatorId, id)
    if (!locked) return 'same'
    if (locked.updatedAt.getTime() !== card.updatedAt.getTime()) return 'outdated'
    if (await haveCardsChanged(tx, members)) return 'outdated'
    const changes = changesAfter(locked, judgement, isRenamed)
    if (changes) await saveCard(tx, { ...locked, ...changes, ruleVersion: RULE_VERSION, updatedAt: clock.now() })
    else if (locked.ruleVersion < RULE_VERSION) await setRuleVersion(tx, id, RULE_VERSION)
    return changes ? 'changed' : 'same'
  })
}

async function loadMembers({ database }: RejudgeServices, { memberIds }: WrittenCard): Promise<WrittenCard[]> {
  const members: WrittenCard[] = []
  for (const id of memberIds) {
    const member = await findWrittenCard(database, id)
    if (member) members.push(member)
  }
  return members
}

async function judge(
  services: RejudgeServices,
  card: WrittenCard,
  members: readonly WrittenCard[],
): Promise<RuleJudgement> {
  return card.type === 'single'
    ? judgeSingle(services, card.id, toSingleContent(card), await storedAlbumTexts(services.database, card.id))
    : judgeGroup(services, card.id, toGroupContent(card), members)
}

type Changes = Partial<Pick<WrittenCard, 'state' | 'visibility' | 'blockers' | 'suitsTeens'>>

/** What becomes of a card: as with a save, or with `recheckCards` where a save would be refused. Null: nothing. */
function changesAfter(card: WrittenCard, judgement: RuleJudgement, isRenamed: boolean): Changes | null {
  const isApproved = card.approvedVersion === card.version
  const draft = { state: 'draft', visibility: 'private', suitsTeens: false } as const
  if (judgement.kind === 'blocked')
    return { ...draft, blockers: [judgement.category === 'minor_safety' ? 'minor' : 'blocked'] }
  if (judgement.kind === 'draft' && !(judgement.isDoubt && isApproved && !isRenamed))
    return { ...draft, blockers: judgement.blockers }
  const isDoubtful = judgement.kind === 'passes' && judgement.isDoubtful && !isApproved && card.visibility !== 'private'
  const changes: Changes = {}
  if (isDoubtful && !card.blockers.includes('doubtful')) {
    changes.state = 'in_review'
    changes.blockers = [...card.blockers, 'doubtful']
  }
  if (card.suitsTeens && !judgement.suitsTeens) changes.suitsTeens = false
  return Object.keys(changes).length > 0 ? changes : null
}
