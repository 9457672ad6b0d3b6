const PAUSE_MS = 24 * 3_600_000

/** False for 24 hours after a crisis message: no offer, unlock prompt, streak or gift is shown [C3]. */
export function offersAllowed(lastCrisisAt: Date | null, now: Date): boolean {
  return lastCrisisAt === null || now.getTime() - lastCrisisAt.getTime() >= PAUSE_MS
}
