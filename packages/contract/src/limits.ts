import { SEARCH_LENGTH } from './search-length.ts'

/** A person or a character of this age or above is an adult. No setting changes it. */
export const ADULT_AGE = 18

/** Limits that server and client share. Lengths count UTF-16 code units, sizes bytes. */
export const LIMITS = {
  nameLength: 100,
  nicknameLength: 40,
  taglineLength: 200,
  personaLength: 2_000,
  /** Personas of one person. */
  personas: 20,
  /** Cards and creators that one person may block. */
  blocks: 300,
  /** A note to the author. */
  noteLength: 2_000,
  /** How many messages before the end such a note may be at most. */
  noteDepth: 20,
  messageLength: 8_000,
  /** What is kept of a reply's hidden reasoning. */
  reasoningLength: 60_000,
  modelIdLength: 200,
  /** What a million tokens may cost, in the currency's main unit. */
  modelPrice: 100_000,
  /** Pictures sent with one message. */
  messagePictures: 4,
  cardTextBytes: 64 * 1024,
  cardBytes: 1024 * 1024,
  emailLength: 254,
  searchLength: SEARCH_LENGTH,
  reportNoteLength: 2_000,
  orderNoteLength: 500,
  /** A text that the rules stopped, in an appeal. */
  stoppedTextLength: 20_000,
  /** Each campaign word of a link (`utm_source` and so on). */
  campaignLength: 100,
  pageSize: 20,
  maxPageSize: 100,
  frameBytes: 64 * 1024,
  /** The minimum length of a password. */
  passwordLength: 8,
  /** Connections to language models, and the models of one. */
  connections: 50,
  modelsOfConnection: 100,
  modelNameLength: 150,
  connectionUrlLength: 500,
  connectionKeyLength: 1_000,
  serviceVoicesLength: 500,
  /** Passkeys of one account. */
  passkeys: 20,
  passkeyNameLength: 60,
  pictureBytes: 10 * 1024 * 1024,
  picturePixels: 40_000_000,
  videoBytes: 50 * 1024 * 1024,
  videoSeconds: 60,
  /** All uploads of one person. */
  uploadBytes: 500 * 1024 * 1024,
  uploads: 2_000,
  /** A card file (PNG, APNG, JSON, CHARX, JPEG with a CHARX in it). */
  cardFileBytes: 50 * 1024 * 1024,
  /** All stored card files of one person, each file once. */
  cardFilesBytes: 1024 * 1024 * 1024,
  /** All that one person stores: uploads, card files, lorebooks, and the texts of cards with their versions and drafts. */
  storageBytes: 1280 * 1024 * 1024,
  /** How long an imported file waits for its card to be saved. */
  importLifeMs: 24 * 3_600_000,
  tags: 20,
  tagLength: 40,
  alternateGreetings: 50,
  loreEntries: 2_000,
  /** Lorebooks of one person; each is no larger than a card. */
  lorebooks: 100,
  /** Lorebooks of one chat or persona. */
  attachedLorebooks: 10,
  groupMembersLeast: 2,
  groupMembers: 8,
  /** Images and videos of one card. */
  albumItems: 60,
  captionLength: 200,
  /** Words that attach an item to a reply. */
  albumKeys: 10,
  /** The highest price that a creator may set for one item, in coins. */
  lockPrice: 500,
  /** Cards of one person, drafts included. */
  cards: 1_000,
  cardDrafts: 50,
  /** Stored versions of one card: the newest, as far as they fit into these bytes as the database stores them. */
  cardVersions: 100,
  cardVersionBytes: 16 * 1024 * 1024,
  /** The prompt for an image or a character. */
  promptLength: 1_000,
  pictureCount: 4,
  /** Speech to be turned into text: browsers record about 4 MB in the longest time. */
  recordingBytes: 8 * 1024 * 1024,
  recordingSeconds: 120,
  testMessages: 40,
  codeLength: 6,
  codeLifeMs: 10 * 60_000,
  codeTries: 5,
  codeResendMs: 60_000,
  /** A chat further behind than this is reloaded instead of synced (`resync`). */
  syncChanges: 500,
  /** Chats, and replies that stream, in one `sync` frame. */
  syncChats: 200,
  syncStreams: 50,
  /** Active messages in one `path.changed` frame; the rest is loaded with getMessages. */
  pathChangedMessages: 100,
  /** A file that is imported as a chat. */
  chatFileBytes: 16 * 1024 * 1024,
  /** Lines of such a file, and messages with all their versions. */
  chatFileLines: 20_000,
  chatFileMessages: 40_000,
  /** An imported message: characters write longer ones than people may. */
  importedMessageLength: 32_000,
  /** Chats of one person; deleted ones do not count. */
  chats: 2_000,
  /** Text that openings, imports and copies of branches have brought into the chats of one person. */
  chatBytes: 512 * 1024 * 1024,
  /** The openings that a new chat starts with. The first one is always whole; further ones must fit. */
  openingBytes: 64 * 1024,
  /** Messages that one copy of a path may contain. */
  branchMessages: 100_000,
  /** How long deleted messages can be restored. */
  messageRestoreMs: 60_000,
  /** How long a deleted chat can be restored. */
  chatRestoreMs: 10 * 60_000,
  factLength: 500,
  /** Facts of one chat. */
  facts: 500,
  summaryLength: 8_000,
  /** How long a deleted fact can be restored. */
  factRestoreMs: 10 * 60_000,
  /** Presets that one person has made. */
  presets: 50,
  presetNameLength: 60,
  /** Strings at which replies with a preset end, and the length of each. */
  stopStrings: 16,
  stopLength: 100,
  /** A preset file. Those of SillyTavern may contain long prompts. */
  presetFileLength: 600_000,
  fileNameLength: 255,
} as const
