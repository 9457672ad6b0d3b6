import { collectTexts } from '@everkin/card-formats'
import type { ApiData } from '@everkin/contract/api-types.ts'
import { AppError } from '../../platform/app-error.ts'
import { loadPerson } from '../accounts/module.ts'
import { findItem, type ItemRow, toAttachment } from '../albums/module.ts'
import { featureCard, findWrittenCard, type WrittenCard } from '../characters/module.ts'
import { findReportedMessage } from '../chats/module.ts'
import { recordAudit } from '../operators/module.ts'
import { searchItems } from './item-store.ts'
import { findQuarantine } from './quarantine-store.ts'
import type { ModerationServices } from './services.ts'
import { findTarget, type Target } from './targets.ts'

type DeskItem = ApiData<'GET /api/desk/items'>['list'][number]

/**
 * An item as readers meet it, with what its creator wrote; nothing that a message or a stopped text says, and nothing of
 * what is in quarantine but its name. Null: it is gone.
 */
export async function loadDeskItem(
  services: ModerationServices,
  operatorId: string,
  target: Target,
): Promise<DeskItem | null> {
  const { database } = services
  const found = await findTarget(database, target)
  if (!found) return null
  const author = found.authorId === null ? null : await loadPerson(database, found.authorId)
  const shared = {
    ...NOTHING_SHOWN,
    target_type: target.type,
    target_id: target.id,
    label: found.label,
    restriction: found.restriction,
    author: author && { id: author.id, nickname: author.nickname },
  }
  if (await findQuarantine(database, target)) return { ...shared, quarantined: true }
  if (target.type === 'card' || target.type === 'group') {
    const card = await findWrittenCard(database, target.id)
    return card && { ...shared, ...cardParts(card), featured: await isFeatured(services, card.id) }
  }
  if (target.type === 'image') {
    const item = await findItem(database, target.id)
    return item && { ...shared, ...imageParts(services, operatorId, item) }
  }
  if (target.type === 'message') {
    const message = await findReportedMessage(database, target.id)
    return { ...shared, created_at: message?.createdAt.toISOString() ?? null }
  }
  if (target.type === 'text' || target.type === 'file') return shared
  return { ...shared, image: author?.avatar ?? null, created_at: author?.createdAt.toISOString() ?? null }
}

const NOTHING_SHOWN = {
  image: null,
  texts: [],
  rating: null,
  age: null,
  state: null,
  visibility: null,
  featured: false,
  quarantined: false,
  version: null,
  created_at: null,
} satisfies Partial<DeskItem>

async function isFeatured({ database }: ModerationServices, cardId: string): Promise<boolean> {
  const rows = await database.query('select 1 from card where id = $1 and featured_at is not null', [cardId])
  return rows.length > 0
}

/**
 * All texts of a card that the rules read, whole: what a reader sees first comes first; after it what only the model
 * reads.
 */
export function cardTexts(card: WrittenCard): DeskItem['texts'] {
  const { definition, casting } = card
  const texts: Record<string, string | undefined> = {
    tagline: card.tagline,
    greeting: definition?.first_mes ?? casting?.opening,
    alternate_greetings: definition?.alternate_greetings.join('\n\n'),
    creator_notes: card.creatorNotes,
    tags: card.tags.join(', '),
    nickname: definition?.nickname,
    group_only_greetings: definition?.group_only_greetings?.join('\n\n'),
    description: definition?.description,
    personality: definition?.personality,
    scenario: definition?.scenario ?? casting?.scenario,
    examples: definition?.mes_example,
    system_prompt: definition?.system_prompt,
    post_history_instructions: definition?.post_history_instructions,
    lorebook: collectTexts(definition?.character_book).join('\n'),
    other: [definition?.creator_notes_multilingual, definition?.extensions, card.voice]
      .flatMap(collectTexts)
      .join('\n'),
  }
  return Object.entries(texts).flatMap(([field, text]) => (text ? [{ field, text }] : []))
}

function cardParts(card: WrittenCard) {
  return {
    image: card.avatar ?? card.cover,
    texts: cardTexts(card),
    rating: card.rating,
    age: card.age,
    state: card.state,
    visibility: card.visibility,
    version: card.version,
    created_at: card.createdAt.toISOString(),
  }
}

/** The picture itself, open to this operator for as long as every signed link. */
function imageParts(services: ModerationServices, operatorId: string, item: ItemRow) {
  const reader = { personId: operatorId, locale: 'en' as const, mayBeOffered: true }
  const { thumbnail } = toAttachment(services, { ...item, isUnlocked: true, quoted: null }, reader)
  return { image: thumbnail, created_at: item.createdAt.toISOString() }
}

/** Cards, groups or pictures, latest first, found by name, caption, creator’s nickname or id. */
export async function listDeskItems(
  services: ModerationServices,
  operatorId: string,
  query: {
    type: 'card' | 'group' | 'image'
    q?: string | undefined
    show?: 'all' | 'restricted' | 'featured' | undefined
  },
): Promise<DeskItem[]> {
  const ids = await searchItems(services.database, query.type, query.q?.trim() ?? '', query.show ?? 'all')
  const items: DeskItem[] = []
  for (const id of ids) {
    const item = await loadDeskItem(services, operatorId, { type: query.type, id })
    // The page of items opens a text only in its case.
    if (item) items.push({ ...item, texts: item.texts.filter(({ field }) => field === 'tagline') })
  }
  return items
}

/** Features a card on Explore, or ends that. @throws AppError NotFound for one that is not public. */
export async function setFeatured(
  services: ModerationServices,
  operatorId: string,
  { cardId, on }: { cardId: string; on: boolean },
): Promise<void> {
  const now = services.clock.now()
  await services.database.transaction(async (tx) => {
    if (!(await featureCard(tx, cardId, on ? now : null))) throw new AppError('NotFound')
    const action = on ? 'card.featured' : 'card.unfeatured'
    await recordAudit(tx, { actorId: operatorId, action, targetType: 'card', targetId: cardId, now })
  })
  services.onCardChange(cardId)
}
