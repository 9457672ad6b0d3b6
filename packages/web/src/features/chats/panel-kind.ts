/** What can stand beside a conversation; on phones it covers it. */
export type Panel =
  /** What the model saw for a character's message; null for what the next reply would see. */
  | { kind: 'prompt'; messageId: string | null }
  /** What was said here, and in other chats. */
  | { kind: 'search' }
  /** Where paths part. */
  | { kind: 'tree' }
  /** The chat as a file. */
  | { kind: 'file' }
  /** The chat's own name. */
  | { kind: 'name' }
  /** Who is in the room, in a group. */
  | { kind: 'cast' }
  /** Pictures and videos of who is in it. */
  | { kind: 'album' }
  /** Who the person is in the chat, and their note to the author. */
  | { kind: 'setup' }
  /** What is remembered of the chat. */
  | { kind: 'memory' }
  /** What shaped a character's message. */
  | { kind: 'receipt'; messageId: string }
