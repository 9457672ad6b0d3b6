/*
 * Guarantees of this module:
 * - A character can be imported from any file of the open formats (V1, V2, V3; PNG, APNG, JSON, CHARX, also a CHARX
 *   after other bytes), whatever its name: bytes decide. Reading is lenient, writing is strict.
 * - Nothing of a file is lost. Its bytes are stored unchanged and edits are merged into its data, so that unknown
 *   keys, at every level, and unknown members of an archive are exported again, value for value.
 * - Nothing of a file is executed, and no URL in it is fetched. What is not used is reported.
 * - A hostile file only gives its sender an error: it is read in a worker thread, with limits on time, memory, size,
 *   entries, depth and inflated size, and no name in it ever becomes a path.
 * - Every text of it is screened before anything is stored (B6); blocked text stores nothing.
 * - A private card is exported for its creator alone; of another person's open card only what its page shows is
 *   exported, never the file that it came from.
 */

/** CPU time that reading a file may take. */
export const READ_TIMEOUT_MS = 1_000
/** CPU time for reading a file and screening its texts, or for writing one. */
export const PROCESS_TIMEOUT_MS = 10_000
