import type { MemoryServices } from './services.ts'

/** The kind of job that reads what has left a prompt. */
export const READ_CHAT = 'memory.read'

/** Replies in quick succession are read together, and not while the next one is likely under way. */
const SOON_MS = 3_000

/** Has what is new in a chat read for memories soon; asked for twice, it is done once. */
export async function askToRead(
  services: Pick<MemoryServices, 'jobs' | 'database' | 'clock'>,
  { chatId, personId }: { chatId: string; personId: string },
): Promise<void> {
  const runAt = new Date(services.clock.now().getTime() + SOON_MS)
  await services.jobs.add(services.database, { kind: READ_CHAT, key: chatId, personId, runAt })
}
