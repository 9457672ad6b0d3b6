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

/** Why a file is not taken. The words are the client's (`features/card-files`). */
export type RejectionReason =
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
export class CardFileRejected extends Error {
  readonly why: RejectionReason

  constructor(why: RejectionReason) {
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
