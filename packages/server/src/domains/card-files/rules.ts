/*
 * What this domain promises:
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

/** Bounds of a file. Sizes in bytes. */
export const FILE_LIMITS = {
  /** Of a card as JSON, pictures written into it included. */
  json: 8 * 1024 * 1024,
  /** Of what is not a picture written into it: what the rules read. */
  text: 2 * 1024 * 1024,
  /** Of a compressed text chunk, once it is inflated. */
  inflatedText: 2 * 1024 * 1024,
  /** No deeper than a saved card may be. */
  depth: 64,
  /** Values of a card, at all levels. */
  values: 200_000,
  archiveEntries: 200,
  /** Of all members of an archive together, inflated. */
  archive: 50 * 1024 * 1024,
  /** How many times smaller a member may lie in the archive than it is. */
  archiveRatio: 100,
  archiveName: 512,
} as const

/** How much work of its thread reading a file may take before it is given up. */
export const READ_WITHIN_MS = 1_000
/** And with judging its texts, or for writing one. */
export const WORK_WITHIN_MS = 10_000

/** Why a file is not taken. The words are the client's (`features/card-files`). */
export type Refusal =
  /** No file of a kind that holds cards. */
  | 'kind'
  /** A picture without a card in it. */
  | 'no_card'
  /** A card that can not be read. */
  | 'broken'
  | 'no_name'
  /** An archive of names that lead elsewhere, or of parts that lie about themselves. */
  | 'unsafe_archive'
  | 'encrypted'
  | 'too_large'
  /** A lorebook, where a character was asked for. */
  | 'lorebook'
  /** A character, where a lorebook was asked for, and it has none. */
  | 'no_lorebook'
  /** It took too long. */
  | 'too_slow'

/** A file that is not taken, and why. */
export class CardFileRefused extends Error {
  readonly why: Refusal

  constructor(why: Refusal) {
    super(why)
    this.name = 'CardFileRefused'
    this.why = why
  }
}

/** What is read of a file beside the card: told, never hidden. */
export type FileWarning =
  /** A checksum in the picture is wrong. */
  | 'checksum'
  /** It ends before its end. */
  | 'cut_off'
  /** Its newer card can not be read, the older one was. */
  | 'fell_back'
  /** It holds two cards that differ; the newer one was read. */
  | 'two_cards'
  /** It is of a version that came after ours. */
  | 'newer_version'
