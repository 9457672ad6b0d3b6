import { AppError, stoppedSave } from '../../../platform/app-error.ts'
import { CHECK_CONCURRENCY, MAX_CHECKED_LENGTH } from '../../safety/module.ts'
import type { ChatServices } from '../services.ts'
import type { ChatImportWarning, FileMessage } from './parse-chat-file.ts'
import type { TreeMessage } from './parse-everkin-chat.ts'

type Services = Pick<ChatServices, 'moderator'>

/**
 * How much of a file the moderation model reads, from its end, in UTF-16 code units: what prompts will contain, in a
 * time for which a person waits. The local rules read all of it.
 */
const MAX_IMPORT_LENGTH = 400_000

/**
 * Whether the moderation model passes a text of a file. @throws AppError SafetyStop for the safety of minors, which
 * rejects the whole file; Unavailable without a verdict: nobody sees the file again before it is used (M2).
 */
export async function isAllowedByModel({ moderator }: Services, text: string): Promise<boolean> {
  const outcome = await moderator.checkText(text, { surface: 'model_reply', ref: null })
  if (outcome.kind === 'unavailable') throw new AppError('Unavailable')
  if (outcome.kind !== 'blocked') return true
  if (outcome.category === 'minor_safety') throw stoppedSave(outcome.category)
  return false
}

/**
 * The messages of a file without the variants that the moderation model stops, which are reported. @throws as
 * `isAllowedByModel`.
 */
export async function checkMessages(
  services: Services,
  messages: readonly FileMessage[],
  warnings: ChatImportWarning[],
): Promise<FileMessage[]> {
  const all = messages.flatMap(({ versions }) => versions.map(({ text }) => text))
  const flagged = await findFlagged(services, all)
  if (flagged.size === 0) return [...messages]
  let place = 0
  return messages.flatMap((message) => {
    const kept = message.versions.flatMap((version, index) => (flagged.has(place++) ? [] : [{ version, index }]))
    for (let left = message.versions.length - kept.length; left > 0; left--)
      warnings.push({ line: message.line, kind: 'blocked' })
    const shown = kept.findIndex(({ index }) => index === message.shown)
    if (kept.length === 0) return []
    return [{ ...message, versions: kept.map(({ version }) => version), shown: Math.max(0, shown) }]
  })
}

/** Like `checkMessages`, for a file with branches. @throws as `isAllowedByModel`. */
export async function checkTree(
  services: Services,
  messages: readonly TreeMessage[],
  warnings: ChatImportWarning[],
): Promise<TreeMessage[]> {
  const flagged = await findFlagged(
    services,
    messages.map(({ text }) => text),
  )
  return messages.filter(({ line }, place) => {
    if (flagged.has(place)) warnings.push({ line, kind: 'blocked' })
    return !flagged.has(place)
  })
}

/**
 * The places of the texts that the model stops. It reads many at once, and those of a passage that it stops one by one.
 */
async function findFlagged(services: Services, texts: readonly string[]): Promise<ReadonlySet<number>> {
  const flagged = new Set<number>()
  if (services.moderator.state() === 'off') return flagged
  const passages = passagesOf(texts)
  for (let from = 0; from < passages.length; from += CHECK_CONCURRENCY)
    await Promise.all(
      passages.slice(from, from + CHECK_CONCURRENCY).map(async (places) => {
        const textAt = (place: number) => texts[place] ?? ''
        if (await isAllowedByModel(services, places.map(textAt).join('\n\n'))) return
        const stopped: number[] = []
        for (const place of places) if (!(await isAllowedByModel(services, textAt(place)))) stopped.push(place)
        // What only all of them say together belongs to none of them.
        for (const place of stopped.length > 0 ? stopped : places) flagged.add(place)
      }),
    )
  return flagged
}

/** Consecutive texts that are read together, the newest first. */
function passagesOf(texts: readonly string[]): number[][] {
  const passages: number[][] = []
  let length = MAX_CHECKED_LENGTH
  let total = 0
  for (let place = texts.length - 1; place >= 0 && total < MAX_IMPORT_LENGTH; place--) {
    const own = texts[place]?.length ?? 0
    total += own
    if (length + own > MAX_CHECKED_LENGTH) {
      passages.push([])
      length = 0
    }
    length += own + 2
    passages.at(-1)?.unshift(place)
  }
  return passages
}
