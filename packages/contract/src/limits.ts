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
  videoBytes: 50 * 1024 * 1024,
  videoSeconds: 60,
  /** All that one person has uploaded. */
  uploadBytes: 500 * 1024 * 1024,
  uploads: 2_000,
  /** A card file (PNG, APNG, JSON, CHARX, JPEG with a CHARX in it). */
  cardFileBytes: 50 * 1024 * 1024,
  /** All card files of one person that are kept, each file once. */
  cardFilesBytes: 1024 * 1024 * 1024,
  /** How long an imported file waits for its card to be saved. */
  importLifeMs: 24 * 3_600_000,
  tags: 20,
  tagLength: 40,
  alternateGreetings: 50,
  loreEntries: 2_000,
  groupMembersLeast: 2,
  groupMembers: 8,
  /** Pictures and videos of one card. */
  albumItems: 60,
  captionLength: 200,
  /** Words at which a picture comes with a reply. */
  albumKeys: 10,
  /** Most that a maker may ask for one item, in coins. */
  lockPrice: 500,
  /** Cards of one person, drafts included. */
  cards: 1_000,
  cardDrafts: 50,
  /** Versions that are kept of one card: the newest. */
  cardVersions: 100,
  /** What a picture or a character is asked for in words. */
  promptLength: 1_000,
  pictureCount: 4,
  testMessages: 40,
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
  /** Chats of one person; deleted ones do not count. */
  chats: 2_000,
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

/** Longest sides, in pixels, in which a picture that can be locked is stored. */
export const LOCKABLE_SIDES = [480, 960, 1600] as const
