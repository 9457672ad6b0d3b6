import { LIMITS } from '@everkin/contract/limits.ts'
import { truncateText } from '@everkin/contract/truncate-text.ts'
import { normalizeForSearch } from '@everkin/recall'
import { yieldIfDue } from '../../../platform/event-loop.ts'
import type { CardForChat } from '../../characters/module.ts'
import type { ChatImportWarning, FileMessage } from './parse-chat-file.ts'
import type { Resolved } from './place-messages.ts'

type Named = Pick<FileMessage, 'line' | 'name' | 'role' | 'sentAt'>

interface ResolverFacts {
  /** The character's name in the file. */
  cardName: string | null
  now: Date
  warnings: ChatImportWarning[]
}

/**
 * Creates a function that resolves the speaker and the time of messages in their order. In a group, a line by
 * someone who is not a member becomes narration that begins with the name; `withText` applies that to the texts of a
 * message. A message without a date gets the date of the one before it.
 */
export function createSpeakerResolver(card: CardForChat, { cardName, now, warnings }: ResolverFacts) {
  const folded = (name: string) => normalizeForSearch(name).trim()
  const members = new Map(card.members.flatMap(({ id, names }) => names.map((name) => [folded(name), id] as const)))
  const ownName = cardName === null ? null : normalizeForSearch(cardName)

  function speakerOf({ line, name, role }: Named): { role: Named['role']; speakerId: string | null; isUnknown?: true } {
    if (role !== 'character') return { role, speakerId: null }
    if (card.type === 'single') {
      if (name !== '' && ownName !== null && normalizeForSearch(name) !== ownName)
        warnings.push({ line, kind: 'speaker' })
      return { role, speakerId: card.id }
    }
    if (name === '') return { role: 'system', speakerId: null }
    const speakerId = members.get(folded(name))
    if (speakerId !== undefined) return { role, speakerId }
    warnings.push({ line, kind: 'speaker' })
    return { role: 'system', speakerId: null, isUnknown: true }
  }

  return async <Message extends Named>(
    messages: readonly Message[],
    withText: (message: Message, rename: (text: string) => string) => Partial<Message>,
  ): Promise<(Message & Resolved)[]> => {
    let last: Date | null = null
    const resolved: (Message & Resolved)[] = []
    for (const message of messages) {
      await yieldIfDue()
      const { sentAt, name } = message
      const createdAt: Date = sentAt && sentAt <= now ? sentAt : (last ?? now)
      last = createdAt
      const { role, speakerId, isUnknown } = speakerOf(message)
      const rename = (text: string) => truncateText(`${name}: ${text}`, LIMITS.importedMessageLength)
      resolved.push({ ...message, ...(isUnknown && withText(message, rename)), role, speakerId, createdAt })
    }
    return resolved
  }
}
