/** Limits that server and client both keep (contract: "Limits"). Lengths count UTF-16 code units, sizes bytes. */
export const LIMITS = {
  nameLength: 100,
  nicknameLength: 40,
  taglineLength: 200,
  personaLength: 2_000,
  /** Personas of one person. */
  personas: 20,
  /** A note to the author. */
  noteLength: 2_000,
  /** How many messages before the end such a note may stand at most. */
  noteDepth: 20,
  messageLength: 8_000,
  cardTextBytes: 64 * 1024,
  cardBytes: 1024 * 1024,
  emailLength: 254,
  searchLength: 100,
  reportNoteLength: 2_000,
  /** Of each word by which a link names its campaign (`utm_source` and the like). */
  campaignLength: 100,
  pageSize: 20,
  pageSizeMost: 100,
  frameBytes: 64 * 1024,
  /** Fewest characters of a password. */
  passwordLength: 8,
  pictureBytes: 10 * 1024 * 1024,
  picturePixels: 40_000_000,
  codeLength: 6,
  codeLifeMs: 10 * 60_000,
  codeTries: 5,
  codeResendMs: 60_000,
  /** A chat further behind than this is loaded anew instead of being caught up (`resync`). */
  syncChanges: 500,
  /** Active messages that one `path.changed` carries; the rest comes by getMessages. */
  pathChangedMessages: 100,
  /** Of a file that becomes a chat. */
  chatFileBytes: 16 * 1024 * 1024,
  /** Lines of such a file, and messages with all their versions. */
  chatFileLines: 20_000,
  chatFileMessages: 40_000,
  /** Of a message that comes with a file: characters write longer than people may. */
  importedMessageLength: 32_000,
  /** Messages that one copy of a path takes along. */
  branchMessages: 100_000,
  /** How long a deleted chat can be brought back. */
  chatRestoreMs: 10 * 60_000,
  factLength: 500,
  /** Facts of one chat. */
  facts: 500,
  summaryLength: 8_000,
  /** How long a forgotten fact can be brought back. */
  factRestoreMs: 10 * 60_000,
} as const

/** What an invitation brings a new account, once. */
export const INVITATION_GIFT = { coin_num: 30, message_num: 50 } as const

/** Widths, in pixels, in which every portrait and cover is stored as WebP. */
export const PICTURE_WIDTHS = [96, 240, 480, 960] as const

export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/**
 * Address of a picture in another of the stored widths. A picture's address on the wire ends in `/<width>.webp`
 * (the largest); other addresses come back unchanged.
 */
export function pictureAtWidth(url: string, width: PictureWidth): string {
  return url.replace(/\/\d+\.webp$/, `/${width}.webp`)
}

/** Beside the widths of a picture: the same picture set for previews of shared addresses, 1200 × 630. */
export const SHARE_PICTURE = 'share.jpg'

/** Address of a stored picture's preview; null for an address that is none of our pictures. */
export function sharePictureOf(url: string | null): string | null {
  return url && /\/\d+\.webp$/.test(url) ? url.replace(/\/\d+\.webp$/, `/${SHARE_PICTURE}`) : null
}

/** Widths, in pixels, in which the picture of a person is stored, square and as WebP. */
export const AVATAR_WIDTHS = [96, 240, 480] as const
