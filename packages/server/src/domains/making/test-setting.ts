import type { Locale } from '@everkin/contract/locales.ts'
import type { Person } from '../accounts/person.ts'
import type { CardForChat } from '../characters/card-for-chat.ts'
import type { ReadyCard } from '../chats/cards.ts'
import type { PathEntry } from '../chats/path-cache.ts'
import { prepareCard } from '../chats/prompt/card-material.ts'
import { countTokens } from '../chats/prompt/count-tokens.ts'
import { NO_MEMORIES } from '../chats/recollection.ts'
import type { ReplySetting } from '../chats/reply-setting.ts'
import type { SingleContent } from './card-content.ts'

/** A line of a test chat. */
export interface TestLine {
  role: 'user' | 'character'
  text: string
}

const TEST_ID = 'test'

/** What a test reply is written from: the card as it stands in its form, and what was said in the test. */
export function testSetting(
  content: SingleContent,
  lines: readonly TestLine[],
  person: Person,
  locale: Locale,
): ReplySetting {
  const card = cardOf(content, person.id)
  const ready: ReadyCard = { card, prepared: prepareCard(content.definition), album: null, members: [] }
  const path = lines.map((line, index) => entryOf(line, index + 1))
  return {
    chatId: `${TEST_ID}/${person.id}`,
    person,
    locale,
    ready,
    speaker: ready,
    path,
    heard: path,
    variantIndex: 0,
    isContinuation: false,
    isUnasked: false,
    note: null,
    attached: [],
    persona: { name: person.nickname, text: '' },
    memory: NO_MEMORIES,
  }
}

function cardOf(content: SingleContent, makerId: string): CardForChat {
  const { definition } = content
  return {
    id: TEST_ID,
    type: 'single',
    state: 'published',
    visibility: 'private',
    creatorId: makerId,
    name: content.name,
    originalName: content.name,
    names: [content.name],
    tagline: content.tagline,
    language: content.language,
    avatar: null,
    cover: null,
    gender: content.gender,
    age: content.age,
    tags: content.tags,
    rating: content.rating,
    voice: null,
    definition,
    casting: null,
    members: [],
    greetings: [definition.first_mes, ...definition.alternate_greetings],
    definitionIsPublic: false,
    turnPolicy: 'natural',
    replyLimit: 1,
    updatedAt: new Date(0),
  }
}

function entryOf({ role, text }: TestLine, seq: number): PathEntry {
  return { seq, role, speakerId: role === 'user' ? null : TEST_ID, text, tokens: countTokens(text) }
}
