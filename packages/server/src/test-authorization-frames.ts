import { randomUUID } from 'node:crypto'
import type { ClientFrame } from '@everkin/contract/types.ts'
import {
  ADULTS_OWN_CHAT,
  type FrameRow,
  OWN_CHAT,
  PAYING_IN_OWN_CHAT,
  SIGNED_IN,
} from './test-authorization-outcomes.ts'

/** The row of every frame that a client may send. */
export const FRAME_ROWS: Readonly<Record<ClientFrame['type'], FrameRow>> = {
  ping: { frame: () => ({ type: 'ping', t: 1 }), guest: 'yes', expected: SIGNED_IN },
  sync: {
    frame: ({ chatId, messageId }) => ({
      type: 'sync',
      user_rev: 0,
      chats: [{ chat_id: chatId, rev: 0 }],
      streams: [{ message_id: messageId, offset: 0 }],
    }),
    guest: 'yes',
    expected: SIGNED_IN,
  },
  'message.regenerate': {
    frame: (on) => ({ type: 'message.regenerate', chat_id: on.libraryChatId, message_id: on.libraryReplyId }),
    expected: PAYING_IN_OWN_CHAT,
  },
  'message.select': {
    frame: (on) => ({ type: 'message.select', chat_id: on.libraryChatId, message_id: on.libraryReplyId }),
    expected: ADULTS_OWN_CHAT,
  },
  'message.continue': {
    frame: (on) => ({ type: 'message.continue', chat_id: on.libraryChatId, message_id: on.libraryReplyId }),
    expected: PAYING_IN_OWN_CHAT,
  },
  'generation.prepare': {
    frame: (on) => ({ type: 'generation.prepare', chat_id: on.libraryChatId }),
    guest: 'NotFound',
    expected: ADULTS_OWN_CHAT,
  },
  'generation.speak': {
    frame: (on) => ({ type: 'generation.speak', chat_id: on.libraryChatId, card_id: 'kenji' }),
    expected: PAYING_IN_OWN_CHAT,
  },
  'message.send': {
    frame: (on) => ({ type: 'message.send', chat_id: on.libraryChatId, client_id: randomUUID(), text: 'Hello' }),
    guest: 'NotFound',
    expected: PAYING_IN_OWN_CHAT,
  },
  'message.edit': {
    frame: (on) => ({
      type: 'message.edit',
      chat_id: on.libraryChatId,
      message_id: on.libraryMessageId,
      text: 'Hello again',
    }),
    expected: ADULTS_OWN_CHAT,
  },
  'message.hide': {
    frame: (on) => ({
      type: 'message.hide',
      chat_id: on.libraryChatId,
      message_id: on.libraryMessageId,
      hidden: true,
    }),
    expected: ADULTS_OWN_CHAT,
  },
  'generation.stop': {
    frame: (on) => ({ type: 'generation.stop', chat_id: on.libraryChatId }),
    guest: 'NotFound',
    expected: OWN_CHAT,
  },
  'message.delete': {
    frame: (on) => ({ type: 'message.delete', chat_id: on.libraryChatId, message_id: on.libraryMessageId }),
    expected: ADULTS_OWN_CHAT,
  },
  // After the deletion, so that its owner has something to restore.
  'message.restore': {
    frame: (on) => ({ type: 'message.restore', chat_id: on.libraryChatId, message_id: on.libraryMessageId }),
    expected: ADULTS_OWN_CHAT,
  },
}
