import { z } from 'zod'
import { Chat, ChatCard } from '../entities.ts'
import { Id, MAX_COUNT, Timestamp } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { operation } from '../operation.ts'
import { Nothing } from '../pagination.ts'

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
    marks: z.array(z.tuple([z.int(), z.int()])).describe('what was found: UTF-16 offsets into `snippet`'),
    created_at: Timestamp,
    on_path: z.boolean().describe('false on a branch that is not the active one'),
  })
  .meta({ id: 'SearchHit' })

export type SearchHit = z.output<typeof SearchHit>

export const TreeNode = z
  .object({
    message_id: Id,
    seq: z.int(),
    above: Id.nullable().describe('the node that this one follows; null at a root'),
    between: z.int().describe('messages between that node and this one'),
    role: z.enum(['user', 'character', 'system']),
    speaker_name: z.string().nullable(),
    text: z.string().describe('its first words'),
    created_at: Timestamp,
    version: z.object({ index: z.int(), count: z.int() }),
    follow: z.int().describe('messages that follow on the longest way down'),
    on_path: z.boolean(),
    is_here: z.boolean().describe('the end of the active path'),
    is_end: z.boolean().describe('nothing follows'),
  })
  .meta({ id: 'TreeNode' })

export type TreeNode = z.output<typeof TreeNode>

const ExportFormat = z.enum(['markdown', 'json', 'jsonl'])

/** What an import did not take over as it was. */
export const ImportRemark = z
  .object({
    line: z.int().describe('of the file, from 1'),
    kind: z.enum(['unreadable', 'empty', 'cut', 'blocked', 'date', 'speaker', 'too_many']),
  })
  .meta({ id: 'ImportRemark' })

/** What one does with a whole chat: look through it, find its branches, take it along, bring one in. */
export const chatTools = {
  search: operation({
    method: 'POST',
    path: '/api/chat/search',
    summary:
      'Finds what was said, newest first: in one chat, or over all of the person’s. A body, since words of a chat belong in no address.',
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
      next_cursor: z.string().nullable().describe('a page may be shorter than asked for and have a next one'),
      is_complete: z.boolean().describe('false while older messages are still being read; asking again finds more'),
    }),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'TooManyRequests'],
  }),
  tree: operation({
    method: 'GET',
    path: '/api/chat/tree',
    summary:
      'The places where a chat’s paths part and end, in the order of their messages: the newest, or those before.',
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
    summary: 'Opens the path up to a message as a chat of its own. Costs nothing.',
    access: 'person',
    body: z.object({ chat_id: Id, message_id: Id, title: z.string().max(LIMITS.nameLength).optional() }),
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
    ],
  }),
  rename: operation({
    method: 'POST',
    path: '/api/chat/rename',
    summary: 'Names a chat; an empty name gives it its character’s again.',
    access: 'person',
    body: z.object({ chat_id: Id, title: z.string().max(LIMITS.nameLength) }),
    data: Chat,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'AgeNotOpen', 'SafetyStop'],
  }),
  exportChat: operation({
    method: 'GET',
    path: '/api/chat/exportChat',
    summary:
      'A chat as a file: Markdown to read, JSON with its whole tree, or JSON lines as SillyTavern has them (its path, versions as swipes).',
    access: 'person',
    query: z.object({ chat_id: Id, format: ExportFormat, scope: z.enum(['path', 'branches']).default('path') }),
    data: Nothing,
    file: 'application/octet-stream',
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'TooManyRequests'],
  }),
  importChat: operation({
    method: 'POST',
    path: '/api/chat/importChat',
    summary:
      'Makes a chat of SillyTavern’s JSON lines, with the card named or with the one of that name. Says what it left out.',
    access: 'person',
    upload: { mostBytes: LIMITS.chatFileBytes, accepted: ['JSONL'] },
    body: z.object({
      file: z.instanceof(Uint8Array).meta({ type: 'string', format: 'binary' }),
      card_id: Id.optional().describe('the character; else the one whose name the file has'),
      group_id: Id.optional().describe('the group'),
    }),
    data: z.object({
      chat: Chat,
      messages: z.int().describe('on the path'),
      versions: z.int().describe('beside it'),
      remarks: z.array(ImportRemark).describe('the first hundred'),
      remark_count: z.int(),
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
    ],
  }),
} as const
