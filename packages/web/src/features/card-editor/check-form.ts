import { LIMITS } from '@everkin/contract/limits.ts'
import { isApiError } from '../../api/api-error.ts'
import { digitsOf } from './digits.ts'
import type { GroupForm } from './group-form.ts'
import type { SingleForm } from './single-form.ts'

/** What is wrong with a field: a text under `card-editor.issues`, and the values it needs. */
export interface Issue {
  text: 'required' | 'age' | 'ageUnder18' | 'tooMany' | 'tooLong' | 'members' | 'memberPrivate' | 'notUsable'
  values?: Record<string, number>
}

/** What is wrong, by the path of the field on the wire (`definition.first_mes`). */
export type Issues = Record<string, Issue>

/** What keeps a character from being saved, in the order of the form. */
export function checkSingle(form: SingleForm): Issues {
  return gathered([
    ['name', form.name.trim() === '' && { text: 'required' }],
    ['tagline', form.tagline.trim() === '' && { text: 'required' }],
    ['age', checkAge(form.age)],
    ['tags', checkTags(form.tags)],
  ])
}

/** What keeps a group from being saved. */
export function checkGroup(form: GroupForm): Issues {
  const count = form.members.length
  return gathered([
    ['member_ids', (count < LIMITS.groupMembersLeast || count > LIMITS.groupMembers) && { text: 'members' }],
    ['name', form.name.trim() === '' && { text: 'required' }],
    ['opening', form.opening.trim() === '' && { text: 'required' }],
    ['tags', checkTags(form.tags)],
  ])
}

function gathered(found: [path: string, issue: Issue | false][]): Issues {
  return Object.fromEntries(found.filter((entry): entry is [string, Issue] => entry[1] !== false))
}

function checkAge(typed: string): Issue | false {
  const age = typed.trim()
  if (age === '') return { text: 'age' }
  if (digitsOf(age) !== age || Number(age) > 100_000) return { text: 'age' }
  return Number(age) < 18 && { text: 'ageUnder18' }
}

function checkTags(tags: string[]): Issue | false {
  if (tags.length > LIMITS.tags) return { text: 'tooMany', values: { max: LIMITS.tags } }
  return tags.some((tag) => tag.length > LIMITS.tagLength) && { text: 'tooLong', values: { max: LIMITS.tagLength } }
}

/** Where the server's refusal belongs: its issues by path. Null for a refusal that belongs to no field. */
export function issuesOfRefusal(error: unknown): Issues | null {
  if (!isApiError(error, 'InvalidInput') || !error.data) return null
  const known = error.data.issues.flatMap(({ path, message }): [string, Issue][] => {
    if (path === '') return []
    // Readers of a published group must be able to meet everyone in it.
    return [[path, { text: path === 'member_ids' && message === 'private' ? 'memberPrivate' : 'notUsable' }]]
  })
  return known.length > 0 ? Object.fromEntries(known) : null
}
