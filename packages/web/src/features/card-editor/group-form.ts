import type { ApiBody } from '@everkin/contract/api-types.ts'
import { isLocale, type Locale } from '@everkin/contract/locales.ts'
import { oneOf, textOf, toObject, type UntrustedFields } from '../../lib/coerce.ts'
import { RATINGS, tagNames, VISIBILITIES } from './single-form.ts'

export const TURN_POLICIES = ['natural', 'list', 'pooled', 'manual'] as const

export interface Member {
  id: string
  name: string
  tagline: string
  avatar: string | null
  /** If true, the whole group is for adults. */
  isMature: boolean
}

/** A group as represented in its form. */
export interface GroupForm {
  name: string
  tagline: string
  scenario: string
  opening: string
  language: Locale
  rating: (typeof RATINGS)[number]
  visibility: (typeof VISIBILITIES)[number]
  cover: string | null
  tags: string[]
  members: Member[]
  turn_policy: (typeof TURN_POLICIES)[number]
  reply_limit: number
}

/** Builds the form of a group from a card, from the content of a draft, or empty. */
export function groupForm(from: UntrustedFields, language: Locale): GroupForm {
  return {
    name: textOf(from.name),
    tagline: textOf(from.tagline),
    scenario: textOf(from.scenario),
    opening: textOf(from.opening),
    language: typeof from.language === 'string' && isLocale(from.language) ? from.language : language,
    rating: oneOf(RATINGS, from.rating, 'sfw'),
    visibility: oneOf(VISIBILITIES, from.visibility, 'private'),
    cover: typeof from.cover === 'string' ? from.cover : null,
    tags: tagNames(from.tags),
    members: Array.isArray(from.members) ? from.members.map(toObject).flatMap(readMember) : [],
    turn_policy: oneOf(TURN_POLICIES, from.turn_policy, 'natural'),
    reply_limit: typeof from.reply_limit === 'number' ? Math.min(8, Math.max(1, Math.round(from.reply_limit))) : 3,
  }
}

function readMember(from: UntrustedFields): Member[] {
  if (typeof from.id !== 'string') return []
  return [
    {
      id: from.id,
      name: textOf(from.name),
      tagline: textOf(from.tagline),
      avatar: typeof from.avatar === 'string' ? from.avatar : null,
      isMature: from.isMature === true || from.rating === 'nsfw',
    },
  ]
}

/** The input of `saveCard`. An unchanged cover is not sent, nor is the visibility of an existing group. */
export function groupBody(form: GroupForm, before: GroupForm | null): ApiBody<'POST /api/chat.Multiple/saveCard'> {
  const { members, cover, tags, visibility, ...rest } = form
  return {
    ...rest,
    ...(before ? {} : { visibility }),
    tags: tags.map((tag) => tag.trim()).filter(Boolean),
    member_ids: members.map(({ id }) => id),
    ...(cover === before?.cover ? {} : { cover }),
  }
}
