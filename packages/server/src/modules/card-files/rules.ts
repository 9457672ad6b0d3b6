/*
 * What this module guarantees:
 * - A character comes in from any file of the open formats (V1, V2, V3; PNG, APNG, JSON, CHARX, also a CHARX behind other
 *   bytes), whatever it is called: bytes decide. Reading is lenient, writing is strict.
 * - Nothing of a file is lost. Its bytes are kept as they came, and edits are laid over what they say, so that unknown
 *   keys, at every level, and members of an archive that we do not know go out again, value for value.
 * - Nothing of a file is run, and no address in it is called. What is not used is told.
 * - A hostile file costs its sender an error: it is read in a thread of its own, with limits on time, memory, size,
 *   entries, depth and what comes out of a compressed part, and no name in it ever becomes a path.
 * - Every text of it is judged by the safety rules before anything is stored (B6); what must never be there stores nothing.
 * - A private card leaves with its maker alone; of somebody else's open card only what the page shows leaves, never the
 *   file that it came from.
 */

/** How much work of its thread reading a file may take before it is given up. */
export const READ_TIMEOUT_MS = 1_000
/** And with judging its texts, or for writing one. */
export const PROCESS_TIMEOUT_MS = 10_000
