import { stoppedSave } from '../../../platform/app-error.ts'
import { yieldIfDue } from '../../../platform/event-loop.ts'
import type { Person } from '../../accounts/module.ts'
import type { CardForChat } from '../../characters/module.ts'
import { claimsCharacterUnder18, EARLIER_TURNS_READ, recordVerdict, screenText } from '../../safety/module.ts'
import type { MemoryCopy } from '../context/memory-port.ts'
import type { ChatServices } from '../services.ts'
import type { AuthorsNote } from '../store/chat-store.ts'
import { isAllowedByModel } from './check-import.ts'
import type { ChatImportWarning, FileMessage, FileText } from './parse-chat-file.ts'
import type { TreeMessage } from './parse-everkin-chat.ts'

type Services = Pick<ChatServices, 'database' | 'clock' | 'moderator'>

/**
 * Moderates every text of a file in the context of the text before it (B6). One hit on the safety of minors rejects the
 * whole file; any other hit leaves its text out and reports it.
 * @throws AppError SafetyStop; the verdict is stored, the text is not.
 */
export async function moderateImport(
  services: Services,
  person: Person,
  messages: readonly FileMessage[],
  warnings: ChatImportWarning[],
): Promise<FileMessage[]> {
  const passed: FileMessage[] = []
  for (const message of messages) {
    const previous = passed.slice(-EARLIER_TURNS_READ).map(({ versions, shown }) => versions[shown]?.text ?? '')
    const kept: { version: FileText; index: number }[] = []
    for (const [index, version] of message.versions.entries())
      if (await isAllowed(services, person, { ...version, previous })) kept.push({ version, index })
      else warnings.push({ line: message.line, kind: 'blocked' })
    if (kept.length === 0) continue
    const shown = kept.findIndex(({ index }) => index === message.shown)
    passed.push({ ...message, versions: kept.map(({ version }) => version), shown: Math.max(0, shown) })
  }
  return passed
}

/** Moderates a file with branches: the context of a message is the path above it. @throws AppError SafetyStop. */
export async function moderateTree(
  services: Services,
  person: Person,
  messages: readonly TreeMessage[],
  parents: ReadonlyMap<number, number>,
  warnings: ChatImportWarning[],
): Promise<TreeMessage[]> {
  const passed: TreeMessage[] = []
  const texts = new Map<number, string>()
  for (const message of messages) {
    const previous: string[] = []
    for (let seq = message.parentSeq; seq > 0 && previous.length < EARLIER_TURNS_READ; seq = parents.get(seq) ?? 0)
      previous.unshift(texts.get(seq) ?? '')
    const { role, text } = message
    if (!(await isAllowed(services, person, { role, text, previous }))) {
      warnings.push({ line: message.line, kind: 'blocked' })
      continue
    }
    texts.set(message.seq, text)
    passed.push(message)
  }
  return passed
}

async function isAllowed(
  services: Services,
  person: Person,
  { role, text, previous }: { role: FileText['role']; text: string; previous: readonly string[] },
): Promise<boolean> {
  await yieldIfDue()
  const surface = role === 'user' ? 'user_message' : 'model_reply'
  const verdict = screenText(text, { surface, previous, adultMode: person.nsfw })
  if (verdict.kind !== 'blocked') return true
  if (verdict.category !== 'minor_safety') return false
  await recordVerdict(services.database, { surface, ref: null, verdict, now: services.clock.now() })
  throw stoppedSave(verdict.category)
}

/**
 * The author's note of a file, if moderation lets it pass; one that makes a character a minor rejects the file (B1).
 * @throws AppError SafetyStop.
 */
export async function moderateFileNote(
  services: Services,
  {
    person,
    card,
    note,
    warnings,
  }: { person: Person; card: CardForChat; note: AuthorsNote | null; warnings: ChatImportWarning[] },
): Promise<AuthorsNote | null> {
  if (!note) return null
  const names = [card.name, ...card.members.map((member) => member.name), '{{char}}']
  if (names.some((name) => claimsCharacterUnder18(note.text, name))) throw stoppedSave('minor_safety')
  const isPassed = await isAllowed(services, person, { role: 'user', text: note.text, previous: [] })
  if (isPassed && (await isAllowedByModel(services, note.text))) return note
  warnings.push({ line: 1, kind: 'note' })
  return null
}

/** The title of a file, or an empty one where moderation does not let it pass. @throws AppError SafetyStop. */
export async function moderateFileTitle(services: Services, person: Person, title: string): Promise<string> {
  const verdict = screenText(title, { surface: 'nickname', adultMode: person.nsfw })
  if (verdict.kind !== 'blocked') return title === '' || (await isAllowedByModel(services, title)) ? title : ''
  if (verdict.category !== 'minor_safety') return ''
  await recordVerdict(services.database, { surface: 'nickname', ref: null, verdict, now: services.clock.now() })
  throw stoppedSave(verdict.category)
}

/**
 * What a file says was remembered, if the moderation model lets it pass; the local rules read each part when it is
 * stored. @throws AppError SafetyStop, Unavailable.
 */
export async function moderateFileMemory(services: Services, memory: MemoryCopy): Promise<MemoryCopy> {
  const texts = [memory.summary?.text ?? '', ...memory.facts.map(({ text }) => text)].join('\n')
  if (texts.trim() === '' || (await isAllowedByModel(services, texts))) return memory
  return { summary: null, facts: [] }
}
