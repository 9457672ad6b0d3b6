import { z } from 'zod'
import { Chat, ChatCard } from '../entities/chats.ts'
import { Id, MAX_COUNT, NameText, Timestamp } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { operation } from '../operation.ts'
import { EmptyData } from '../pagination.ts'

const Cursor = z.string().max(512)

export const SearchHit = z
  .object({
    chat_id: Id,
    chat_title: z.string(),
    card: ChatCard,
    message_id: Id,
    parent_id: Id.nullable(),
    seq: z.int(),
    role: z.enum(['user', 'character', 'system']),
    speaker_name: z.string().nullable().describe('null for the person and for a narrator'),
    snippet: z.string(),
    marks: z.array(z.tuple([z.int(), z.int()])).describe('the matches: UTF-16 offsets into `snippet`'),
    created_at: Timestamp,
    on_path: z.boolean().describe('false on a branch that is not the active one'),
  })
  .meta({ id: 'SearchHit' })

export type SearchHit = z.output<typeof SearchHit>

export const TreeNode = z
  .object({
    message_id: Id,
    seq: z.int(),
    above: Id.nullable().describe('the parent node; null at a root'),
    between: z.int().describe('messages between that node and this one'),
    role: z.enum(['user', 'character', 'system']),
    speaker_name: z.string().nullable(),
    text: z.string().describe('its first words, without a stage direction before them'),
    created_at: Timestamp,
    version: z.object({ index: z.int(), count: z.int() }),
    follow: z.int().describe('messages that follow on the longest branch'),
    on_path: z.boolean(),
    is_here: z.boolean().describe('the end of the active path'),
    is_end: z.boolean().describe('nothing follows'),
  })
  .meta({ id: 'TreeNode' })

export type TreeNode = z.output<typeof TreeNode>

const ExportFormat = z.enum(['markdown', 'json', 'jsonl'])

/** What an import could not take over unchanged. */
export const ImportWarning = z
  .object({
    line: z.int().describe('of the file, from 1'),
    kind: z.enum(['unreadable', 'empty', 'cut', 'blocked', 'date', 'speaker', 'too_many', 'note', 'encoding']),
  })
  .meta({ id: 'ImportWarning' })

/** What a file has and a chat here cannot hold. */
const LeftOutKind = z.enum(['pictures', 'reasoning', 'variables', 'lorebook', 'versions'])

export type ChatImportLeftOut = z.output<typeof LeftOutKind>

/** Tools for a whole chat: search, branches, export and import. */
export const chatTools = {
  search: operation({
    method: 'POST',
    path: '/api/chat/search',
    summary:
      'Searches messages, newest first: in one chat, or in all of the person’s. Sent in a body, since chat text must not be in a URL.',
    access: 'person',
    body: z.object({
      q: z.string().trim().min(1).max(LIMITS.searchLength),
      chat_id: Id.optional(),
      scope: z.enum(['path', 'branches']).default('branches'),
      cursor: Cursor.optional(),
      limit: z.int().min(1).max(50).default(LIMITS.pageSize),
    }),
    data: z.object({
      list: z.array(SearchHit),
      next_cursor: z.string().nullable().describe('a page may be shorter than requested and still have a next one'),
      is_complete: z.boolean().describe('false while older messages are still being indexed; asking again finds more'),
    }),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'TooManyRequests'],
  }),
  tree: operation({
    method: 'GET',
    path: '/api/chat/tree',
    summary:
      'The nodes where a chat’s branches split and end, in the order of their messages: the newest, or those before.',
    access: 'person',
    query: z.object({
      chat_id: Id,
      before_seq: z.coerce.number().int().min(1).max(MAX_COUNT).optional(),
      limit: z.coerce.number().int().min(1).max(400).default(200),
    }),
    data: z.object({ list: z.array(TreeNode), has_more: z.boolean(), branches: z.int(), rev: z.int() }),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
  branch: operation({
    method: 'POST',
    path: '/api/chat/branch',
    summary: 'Copies the path up to a message into a chat of its own. Free of charge.',
    access: 'person',
    body: z.object({ chat_id: Id, message_id: Id, title: NameText.max(LIMITS.nameLength).optional() }),
    data: Chat,
    errors: [
      'NotSignedIn',
      'InvalidInput',
      'NotFound',
      'AgeNotOpen',
      'Conflict',
      'TooManyRequests',
      'TooLarge',
      'SafetyStop',
      'Unavailable',
    ],
  }),
  rename: operation({
    method: 'POST',
    path: '/api/chat/rename',
    summary: 'Renames a chat; an empty name restores the character’s name.',
    access: 'person',
    body: z.object({ chat_id: Id, title: NameText.max(LIMITS.nameLength) }),
    data: Chat,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'AgeNotOpen', 'SafetyStop', 'Unavailable'],
  }),
  exportChat: operation({
    method: 'GET',
    path: '/api/chat/exportChat',
    summary:
      'A chat as a file: Markdown to read, JSON with its whole tree, or SillyTavern’s JSON lines (its path, versions as swipes).',
    access: 'person',
    query: z.object({
      chat_id: Id,
      format: ExportFormat,
      scope: z.enum(['path', 'branches']).default('path'),
      reasoning: z.stringbool().optional().describe('with what the model thought; JSON only'),
    }),
    data: EmptyData,
    file: 'application/octet-stream',
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'TooManyRequests'],
  }),
  importChat: operation({
    method: 'POST',
    path: '/api/chat/importChat',
    summary:
      'Creates a chat from SillyTavern’s JSON lines or from Everkin’s own JSON, with the given card or the one of that name. Reports what it left out.',
    access: 'person',
    upload: { mostBytes: LIMITS.chatFileBytes, accepted: ['JSONL', 'JSON'] },
    body: z.object({
      file: z.instanceof(Uint8Array).meta({ type: 'string', format: 'binary' }),
      card_id: Id.optional().describe('the character; by default the one with the file’s name'),
      group_id: Id.optional().describe('the group'),
      skip_existing: z.stringbool().optional().describe('return the chat that an earlier import of this file made'),
    }),
    data: z.object({
      chat: Chat,
      messages: z.int().describe('on the path'),
      versions: z.int().describe('beside it'),
      narration: z.int().describe('lines of a narrator among them'),
      hidden: z.int().describe('messages that characters do not see among them'),
      note: z.boolean().describe('whether it has an author’s note'),
      facts: z.int().describe('remembered facts, of Everkin’s own files'),
      existing: z.boolean().describe('this file had been imported before; nothing was stored'),
      left_out: z.array(z.object({ kind: LeftOutKind, count: z.int() })),
      warnings: z.array(ImportWarning).describe('the first hundred'),
      warning_count: z.int(),
    }),
    errors: [
      'NotSignedIn',
      'InvalidInput',
      'NotFound',
      'AgeNotOpen',
      'NotAllowed',
      'Conflict',
      'TooManyRequests',
      'TooLarge',
      'FileType',
      'SafetyStop',
      'Unavailable',
    ],
  }),
} as const
