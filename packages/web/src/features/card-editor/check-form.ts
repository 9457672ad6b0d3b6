import { ADULT_AGE, LIMITS } from '@everkin/contract/limits.ts'
import { isApiError } from '../../api/api-error.ts'
import { digitsOf } from '../../lib/coerce.ts'
import type { GroupForm } from './group-form.ts'
import type { SingleForm } from './single-form.ts'

/** An error of a field: the name of a text under `card-editor.issues`, and the values that it interpolates. */
export interface Issue {
  text: 'required' | 'age' | 'ageUnder18' | 'tooMany' | 'tooLong' | 'members' | 'memberPrivate' | 'notUsable'
  values?: Record<string, number>
}

/** Errors by the path of the field on the wire (`definition.first_mes`). */
export type Issues = Record<string, Issue>

/** Errors that prevent a character from being saved, in the order of the form. */
export function checkSingle(form: SingleForm): Issues {
  return gathered([
    ['name', form.name.trim() === '' && { text: 'required' }],
    ['tagline', form.tagline.trim() === '' && { text: 'required' }],
    ['age', checkAge(form.age)],
    ['tags', checkTags(form.tags)],
  ])
}

/** Errors that prevent a group from being saved. */
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
  return Number(age) < ADULT_AGE && { text: 'ageUnder18' }
}

function checkTags(tags: string[]): Issue | false {
  if (tags.length > LIMITS.tags) return { text: 'tooMany', values: { max: LIMITS.tags } }
  return tags.some((tag) => tag.length > LIMITS.tagLength) && { text: 'tooLong', values: { max: LIMITS.tagLength } }
}

/** Maps a refusal of the server to its issues by path. Null if the refusal concerns no particular field. */
export function issuesOfRefusal(error: unknown): Issues | null {
  if (!isApiError(error, 'InvalidInput') || !error.data) return null
  const known = error.data.issues.flatMap(({ path, message }): [string, Issue][] => {
    if (path === '') return []
    // Everyone who can see a published group must be able to open each of its members.
    return [[path, { text: path === 'member_ids' && message === 'private' ? 'memberPrivate' : 'notUsable' }]]
  })
  return known.length > 0 ? Object.fromEntries(known) : null
}

/** Issues of changed fields are dropped unless they still apply; all others are preserved. */
export function recheckIssues<Form extends object>(
  found: Issues,
  before: Form,
  after: Form,
  check: (form: Form) => Issues,
): Issues {
  if (Object.keys(found).length === 0) return found
  const now = check(after)
  return Object.fromEntries(
    Object.entries(found).flatMap(([path, issue]) => {
      const isSame = valueAt(before, path) === valueAt(after, path)
      const remaining = now[path] ?? (isSame ? issue : null)
      return remaining ? [[path, remaining]] : []
    }),
  )
}

/** The value at a path of a form; the members of a group have a different name on the wire. */
function valueAt(form: object, path: string): unknown {
  return path
    .replace('member_ids', 'members')
    .split('.')
    .reduce<unknown>((value, name) => (value && typeof value === 'object' ? Reflect.get(value, name) : undefined), form)
}
