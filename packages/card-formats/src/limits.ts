/** Limits of a file. Sizes in bytes. */
export const FILE_LIMITS = {
  /** A card as JSON, including embedded images. */
  json: 8 * 1024 * 1024,
  /** A card as JSON without embedded images, which is what the rules read. */
  text: 2 * 1024 * 1024,
  /** A compressed text chunk after inflation. */
  inflatedText: 2 * 1024 * 1024,
  /** The maximum depth of a stored card. */
  depth: 64,
  /** Values of a card, at all levels. */
  values: 200_000,
  archiveEntries: 200,
  /** All members of an archive together, inflated. */
  archive: 50 * 1024 * 1024,
  /** The maximum compression ratio of a member. */
  archiveRatio: 100,
  archiveName: 512,
} as const

/**
 * How much of a card its reader can store. What exceeds it is not used, and is reported; a file that is written from an
 * original still contains it. Lengths count UTF-16 code units, sizes bytes.
 */
export interface CardLimits {
  nameLength: number
  taglineLength: number
  /** Each text of a card. */
  cardTextBytes: number
  /** The whole card as JSON. */
  cardBytes: number
  tags: number
  tagLength: number
  alternateGreetings: number
  loreEntries: number
}

/** Why a file is rejected. The texts are the client's (`features/card-files`). */
export type RejectionReason =
  /** The file type cannot hold a card. */
  | 'kind'
  /** An image without a card in it. */
  | 'no_card'
  /** The card cannot be read. */
  | 'broken'
  | 'no_name'
  /** An archive with unsafe paths or false sizes. */
  | 'unsafe_archive'
  | 'encrypted'
  | 'too_large'
  /** A lorebook, where a character is expected. */
  | 'lorebook'
  /** A character without a lorebook, where a lorebook is expected. */
  | 'no_lorebook'
  /** It took too long. */
  | 'too_slow'

/** A rejected file, and the reason. */
export class CardFileRejected extends Error {
  readonly why: RejectionReason

  constructor(why: RejectionReason) {
    super(why)
    this.name = 'CardFileRefused'
    this.why = why
  }
}

/** What was noticed in a file beside the card; always reported. */
export type FileWarning =
  /** A checksum in the image is wrong. */
  | 'checksum'
  /** The file is truncated. */
  | 'cut_off'
  /** Its newer card cannot be read; the older one was read. */
  | 'fell_back'
  /** It contains two cards that differ; the newer one was read. */
  | 'two_cards'
  /** Its format version is newer than ours. */
  | 'newer_version'
