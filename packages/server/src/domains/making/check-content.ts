import { LIMITS } from '@everkin/contract/limits.ts'
import { AppError } from '../../platform/app-error.ts'
import type { GroupContent, SingleContent } from './card-content.ts'

interface Issue {
  path: string
  message: string
}

const ADULT_AGE = 18
const MOST_AGE = 100_000
const MOST_DEPTH = 64

/**
 * Holds a character to the limits of the contract. An age may be missing, which keeps the card a draft; one that is
 * there is a whole number of 18 or more (B5).
 * @throws AppError InvalidInput with every issue, TooLarge for a card of more than a MiB.
 */
export function checkSingle(content: SingleContent): void {
  const { definition } = content
  const issues: Issue[] = [...nameIssues(content.name), ...tagIssues(content.tags)]
  const { age } = content
  if (age !== null && !(Number.isInteger(age) && age >= ADULT_AGE && age <= MOST_AGE))
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
  if (isTooDeep(definition, MOST_DEPTH)) issues.push({ path: 'definition', message: 'too_deep' })
  refuse(issues)
  refuseTooLarge(content)
}

/** The same for a group; whether its members can be met is asked elsewhere. */
export function checkGroup(content: GroupContent): void {
  const issues: Issue[] = [...nameIssues(content.name), ...tagIssues(content.tags)]
  issues.push(...textIssues('scenario', content.scenario), ...textIssues('opening', content.opening))
  const { length } = content.member_ids
  if (length < LIMITS.groupMembersLeast) issues.push({ path: 'member_ids', message: 'too_few' })
  if (length > LIMITS.groupMembers) issues.push({ path: 'member_ids', message: 'too_many' })
  if (new Set(content.member_ids).size < length) issues.push({ path: 'member_ids', message: 'twice' })
  refuse(issues)
  refuseTooLarge(content)
}

function nameIssues(name: string): Issue[] {
  return name.trim() === '' ? [{ path: 'name', message: 'required' }] : []
}

function tagIssues(tags: readonly string[]): Issue[] {
  if (tags.length > LIMITS.tags) return [{ path: 'tags', message: 'too_many' }]
  return tags.some((tag) => tag.length > LIMITS.tagLength) ? [{ path: 'tags', message: 'too_long' }] : []
}

function textIssues(path: string, text: string): Issue[] {
  return Buffer.byteLength(text) > LIMITS.cardTextBytes ? [{ path, message: 'too_long' }] : []
}

function bookIssues(book: unknown): Issue[] {
  if (book === null || book === undefined) return []
  if (typeof book !== 'object' || Array.isArray(book))
    return [{ path: 'definition.character_book', message: 'invalid' }]
  const entries: unknown = (book as { entries?: unknown }).entries // any keys at all are allowed in a book
  return Array.isArray(entries) && entries.length > LIMITS.loreEntries
    ? [{ path: 'definition.character_book', message: 'too_many' }]
    : []
}

function isTooDeep(value: unknown, left: number): boolean {
  if (value === null || typeof value !== 'object') return false
  return left === 0 || Object.values(value).some((inner) => isTooDeep(inner, left - 1))
}

function refuse(issues: readonly Issue[]): void {
  if (issues.length > 0) throw new AppError('InvalidInput', { issues })
}

function refuseTooLarge(content: object): void {
  if (Buffer.byteLength(JSON.stringify(content)) > LIMITS.cardBytes)
    throw new AppError('TooLarge', { limit: LIMITS.cardBytes })
}
