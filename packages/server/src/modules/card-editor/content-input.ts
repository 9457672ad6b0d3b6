import type { SingleCardFields } from '@everkin/contract/http/card-input.ts'
import { isBlank } from '@everkin/contract/is-blank.ts'
import { ADULT_AGE, LIMITS } from '@everkin/contract/limits.ts'
import type { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { isDeeperThan } from '../../platform/storable-json.ts'
import type { TagNames } from '../characters/module.ts'
import type { GroupContent, SingleContent } from './card-content.ts'
import type { CardEditorServices } from './services.ts'

/** Replaces every lone surrogate, because a database text cannot contain one. */
export function sanitizeUnicode<Value>(value: Value): Value {
  return sanitizeValue(value) as Value // only texts change, and they stay texts
}

function sanitizeValue(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(sanitizeValue)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toWellFormed(), sanitizeValue(inner)]))
}

type SingleFields = z.output<typeof SingleCardFields>

/** The content with the given fields; omitted ones keep their value. Images are resolved separately. */
export function mergeSingle(before: SingleContent, fields: SingleFields, tagNames: TagNames): SingleContent {
  const { tags, definition, avatar: _avatar, cover: _cover, age, ...plain } = fields
  return {
    ...before,
    ...omitUndefined({
      name: plain.name,
      tagline: plain.tagline,
      gender: plain.gender,
      language: plain.language,
      rating: plain.rating,
      voice: plain.voice,
      creator_notes: plain.creator_notes,
      definition_public: plain.definition_public,
    }),
    age: age === undefined ? before.age : age,
    tags: tags ? normalizeTags(tags, tagNames) : before.tags,
    definition: { ...before.definition, ...omitUndefined(definition ?? {}) },
  }
}

/** Tags as they are stored: known ones by their id, each once, ignoring case. */
export function normalizeTags(requested: readonly (string | { name: string })[], tagNames: TagNames): string[] {
  const names = requested
    .map((tag) => tagNames.tagOf(typeof tag === 'string' ? tag : tag.name))
    .filter((tag) => tag !== '')
  return names.filter((tag, place) => names.findIndex((other) => other.toLowerCase() === tag.toLowerCase()) === place)
}

interface RequestedImage {
  personId: string
  field: 'avatar' | 'cover'
  /** Undefined keeps the card's current image. */
  requested: string | null | undefined
  current: string | null
}

/**
 * The URL of the image that a field of a card names.
 * @throws AppError InvalidInput on the field for an image that is not theirs.
 */
export async function resolveImage(
  services: Pick<CardEditorServices, 'takePicture'>,
  tx: Transaction,
  { personId, field, requested, current }: RequestedImage,
): Promise<string | null> {
  if (requested === undefined || requested === current) return current
  if (requested === null || requested === '') return null
  return services.takePicture(tx, personId, requested, field)
}

/** Without the keys whose value is undefined. */
export function omitUndefined<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: NonNullable<Fields[Key]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Fields]?: NonNullable<Fields[Key]>
  } // the same keys, fewer of them
}

interface ContentIssue {
  path: string
  message: string
}

const MAX_AGE = 100_000
const MAX_DEPTH = 64

/**
 * Checks a character against the limits of the contract. An age may be missing, which keeps the card a draft; a given
 * age is a whole number of 18 or more (B5).
 * @throws AppError InvalidInput with every issue, TooLarge for a card of more than a MiB.
 */
export function assertValidSingle(content: SingleContent): void {
  const { definition } = content
  const issues: ContentIssue[] = [...nameIssues(content.name), ...tagIssues(content.tags)]
  const { age } = content
  if (age !== null && age > MAX_AGE) issues.push({ path: 'age', message: 'too_high' })
  else if (age !== null && !(Number.isInteger(age) && age >= ADULT_AGE))
    issues.push({ path: 'age', message: 'under_18' })
  for (const [field, value] of Object.entries(definition)) {
    if (typeof value === 'string') issues.push(...textIssues(`definition.${field}`, value))
  }
  issues.push(...textIssues('creator_notes', content.creator_notes))
  for (const field of ['alternate_greetings', 'group_only_greetings'] as const) {
    const greetings = definition[field] ?? []
    if (greetings.length > LIMITS.alternateGreetings) issues.push({ path: `definition.${field}`, message: 'too_many' })
    issues.push(...greetings.flatMap((text, index) => textIssues(`definition.${field}.${index}`, text)))
  }
  issues.push(...bookIssues(definition.character_book))
  if (isDeeperThan(definition, MAX_DEPTH)) issues.push({ path: 'definition', message: 'too_deep' })
  throwIssues(issues)
  assertCardSize(content)
}

/** Checks the content of a group; whether its members are available is checked elsewhere. */
export function assertValidGroup(content: GroupContent): void {
  const issues: ContentIssue[] = [...nameIssues(content.name), ...tagIssues(content.tags)]
  issues.push(...textIssues('scenario', content.scenario), ...textIssues('opening', content.opening))
  const { length } = content.member_ids
  if (length < LIMITS.groupMembersLeast) issues.push({ path: 'member_ids', message: 'too_few' })
  if (length > LIMITS.groupMembers) issues.push({ path: 'member_ids', message: 'too_many' })
  if (new Set(content.member_ids).size < length) issues.push({ path: 'member_ids', message: 'twice' })
  throwIssues(issues)
  assertCardSize(content)
}

function nameIssues(name: string): ContentIssue[] {
  return isBlank(name) ? [{ path: 'name', message: 'required' }] : []
}

function tagIssues(tags: readonly string[]): ContentIssue[] {
  if (tags.length > LIMITS.tags) return [{ path: 'tags', message: 'too_many' }]
  return tags.some((tag) => tag.length > LIMITS.tagLength) ? [{ path: 'tags', message: 'too_long' }] : []
}

function textIssues(path: string, text: string): ContentIssue[] {
  return Buffer.byteLength(text) > LIMITS.cardTextBytes ? [{ path, message: 'too_long' }] : []
}

function bookIssues(book: unknown): ContentIssue[] {
  if (book === null || book === undefined) return []
  if (typeof book !== 'object' || Array.isArray(book))
    return [{ path: 'definition.character_book', message: 'invalid' }]
  const entries: unknown = (book as { entries?: unknown }).entries // a lorebook may contain any keys
  return Array.isArray(entries) && entries.length > LIMITS.loreEntries
    ? [{ path: 'definition.character_book', message: 'too_many' }]
    : []
}

function throwIssues(issues: readonly ContentIssue[]): void {
  if (issues.length > 0) throw new AppError('InvalidInput', { issues })
}

function assertCardSize(content: object): void {
  if (Buffer.byteLength(JSON.stringify(content)) > LIMITS.cardBytes)
    throw new AppError('TooLarge', { limit: LIMITS.cardBytes })
}
