import { LIMITS } from '@everkin/contract/limits.ts'
import { truncateText } from '@everkin/contract/truncate-text.ts'
import { normalizeForSearch } from '@everkin/recall'
import type { CardForChat } from '../../characters/module.ts'
import type { ChatImportWarning, FileMessage, FileText } from './parse-chat-file.ts'
import type { FileMember, TreeMessage } from './parse-everkin-chat.ts'
import type { ResolvedMessage, ResolvedText } from './place-messages.ts'

/** A text with the key of its speaker, where the file has one. */
type SaidText = FileText & Partial<Pick<TreeMessage, 'speakerKey'>>

interface ResolverFacts {
  /** The character's name in the file. */
  cardName: string | null
  /** The card ids of a group's members by their keys in the file. */
  memberIds?: ReadonlyMap<string, string>
  now: Date
  warnings: ChatImportWarning[]
}

/** Resolves the speaker and the time of a text. One without a date gets `earlier`, or the date of the text before it. */
export type SpeakerResolver = (line: number, said: SaidText, earlier?: Date) => ResolvedText

/**
 * The members of a group for those of a file: each by its id, else the next one of its name. Of several with one name,
 * the order decides.
 */
export function matchMembers({ members }: CardForChat, listed: readonly FileMember[]): ReadonlyMap<string, string> {
  const folded = (name: string) => normalizeForSearch(name).trim()
  const free = new Map(members.map((member) => [member.id, member.names.map(folded)]))
  const found = new Map<string, string>()
  const take = (key: string, id: string) => {
    found.set(key, id)
    free.delete(id)
  }
  for (const { key } of listed) if (free.has(key)) take(key, key)
  for (const { key, name } of listed) {
    const id = found.has(key) ? undefined : [...free].find(([, names]) => names.includes(folded(name)))?.[0]
    if (id !== undefined) take(key, id)
  }
  return found
}

/**
 * Creates a function that resolves texts in the order of their messages. In a group, a line by someone who is not a
 * member becomes narration that begins with the name.
 */
export function createSpeakerResolver(
  card: CardForChat,
  { cardName, memberIds, now, warnings }: ResolverFacts,
): SpeakerResolver {
  const folded = (name: string) => normalizeForSearch(name).trim()
  const members = new Map(card.members.flatMap(({ id, names }) => names.map((name) => [folded(name), id] as const)))
  const ownName = cardName === null ? null : normalizeForSearch(cardName)
  let last: Date | null = null
  let warnedLine = 0

  function warn(line: number): void {
    if (line !== warnedLine) warnings.push({ line, kind: 'speaker' })
    warnedLine = line
  }

  function speak(line: number, said: SaidText): Pick<ResolvedText, 'role' | 'speakerId' | 'text'> {
    const { role, name, text } = said
    if (card.type !== 'single' && said.isNarrator) return { role: 'character', speakerId: null, text }
    if (role !== 'character') return { role, speakerId: null, text }
    if (card.type === 'single') {
      if (name !== '' && ownName !== null && normalizeForSearch(name) !== ownName) warn(line)
      return { role, speakerId: card.id, text }
    }
    const speakerId = memberIds?.get(said.speakerKey ?? '') ?? (name === '' ? undefined : members.get(folded(name)))
    if (speakerId !== undefined) return { role, speakerId, text }
    if (name === '') return { role: 'system', speakerId: null, text }
    warn(line)
    return { role: 'system', speakerId: null, text: truncateText(`${name}: ${text}`, LIMITS.importedMessageLength) }
  }

  return (line, said, earlier) => {
    const { sentAt, status, isCutOff } = said
    const createdAt = sentAt && sentAt <= now ? sentAt : (earlier ?? last ?? now)
    if (!earlier) last = createdAt
    return { ...speak(line, said), status, isCutOff, createdAt }
  }
}

/** A message of a file with its variants resolved. Those without a date get that of the shown one. */
export function resolveMessage(resolve: SpeakerResolver, message: FileMessage): ResolvedMessage {
  const { line, shown, hidden } = message
  const shownText = message.versions[shown]
  if (!shownText) throw new Error('no variant is shown')
  const resolved = resolve(line, shownText)
  const versions = message.versions.map((version) =>
    version === shownText ? resolved : resolve(line, version, resolved.createdAt),
  )
  return { versions, shown, hidden }
}
