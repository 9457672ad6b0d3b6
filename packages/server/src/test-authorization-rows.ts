import { randomUUID } from 'node:crypto'
import type { ClientFrame } from '@everkin/contract/types.ts'
import { EMPTY_PRESET } from '@everkin/testing/filled-account.ts'
import {
  ADULT_OWNER,
  ADULTS,
  ADULTS_OWN_CHAT,
  always,
  EVERYBODY,
  type FrameRow,
  OPERATORS,
  type OperationRow,
  OWN_CHAT,
  OWNER,
  outcomes,
  PAYING_IN_OWN_CHAT,
  repeated,
  SIGNED_IN,
  signedInGet,
} from './test-authorization-outcomes.ts'

const CARD_FILE = JSON.stringify({ name: 'Wren', description: 'Keeps lamps.', first_mes: 'Hello.' })
const BOOK_FILE = JSON.stringify({ entries: [{ keys: ['lamp'], content: 'Lit.', enabled: true }] })
const CHAT_FILE = `${JSON.stringify({ user_name: 'Mara', character_name: 'Wren' })}\n${JSON.stringify({ name: 'Wren', is_user: false, mes: 'Hello.' })}\n`
const PUSH = {
  endpoint: 'https://fcm.googleapis.com/send/matrix',
  keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
  replies: true,
  remarks: false,
}

const NO_KEY = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }
const PASSKEY_OF_NO_ONE = { ...NO_KEY, response: { clientDataJSON: 'e30', attestationObject: 'oA', transports: [] } }
const ASSERTION_OF_NO_ONE = {
  ...NO_KEY,
  response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
}

/** The row of every operation, in the order in which they are asked: what ends or deletes something comes late. */
export const OPERATION_ROWS: Readonly<Record<string, OperationRow>> = {
  'site.config': { ask: () => ({}), expected: EVERYBODY },
  'characters.cardTags': { ask: () => ({}), expected: EVERYBODY },
  'characters.singleCardList': { ask: () => ({}), expected: EVERYBODY },
  'characters.multipleCardList': { ask: () => ({}), expected: EVERYBODY },
  'characters.singleCardInfo': { ask: (on) => ({ query: { id: on.cardId } }), expected: EVERYBODY },
  'characters.similarCards': { ask: (on) => ({ query: { id: on.cardId } }), expected: EVERYBODY },
  'characters.favourites': { ask: () => ({}), expected: SIGNED_IN },
  'characters.like': { ask: (on) => ({ body: { card_id: on.cardId, on: true } }), expected: SIGNED_IN },
  'albums.cardAlbum': { ask: (on) => ({ query: { card_id: on.cardId } }), expected: EVERYBODY },
  'albums.ownAlbum': { ask: (on) => ({ query: { card_id: on.cardId } }), expected: OWNER },
  'albums.images': { ask: (on) => ({ query: { chat_id: on.chatId } }), expected: ADULTS_OWN_CHAT },
  'albums.lockImages': { ask: (on) => ({ query: { chat_id: on.libraryChatId } }), expected: ADULTS_OWN_CHAT },
  'albums.lockVideos': { ask: (on) => ({ query: { chat_id: on.libraryChatId } }), expected: ADULTS_OWN_CHAT },
  'albums.unlock': {
    ask: (on, key) => ({ body: { chat_id: on.libraryChatId, attachment_id: on.lockedId, idempotency_key: key } }),
    expected: PAYING_IN_OWN_CHAT,
  },
  'imageTemplates.templates': { ask: () => ({}), expected: EVERYBODY },
  'imageTemplates.styles': { ask: () => ({}), expected: EVERYBODY },
  'imageTasks.taskList': { ask: () => ({}), expected: SIGNED_IN },
  'imageTasks.taskInfo': { ask: (on) => ({ query: { id: on.taskId } }), expected: OWNER },
  'imageTasks.createTask': {
    ask: (_on, key) => ({ body: { kind: 'image', prompt: 'A lamp', style_id: 'lamplight', idempotency_key: key } }),
    expected: outcomes('NotSignedIn', 'yes', 'yes', 'yes', 'AgeNotOpen', 'NotAllowed', 'yes'),
  },
  'imageTasks.retryTask': {
    ask: (on, key) => ({ body: { id: on.taskId, idempotency_key: key } }),
    expected: outcomes('NotSignedIn', 'NotFound', 'NotFound', 'NotFound', 'Conflict', 'Conflict', 'Conflict'),
  },
  'imageTasks.cancelTask': {
    ask: (on) => ({ body: { id: on.taskId } }),
    expected: outcomes('NotSignedIn', 'NotFound', 'NotFound', 'NotFound', 'Conflict', 'Conflict', 'Conflict'),
  },
  'imageTasks.deletePicture': { ask: (on) => ({ body: { id: on.taskId, image_id: on.imageId } }), expected: OWNER },
  'billing.productList': { ask: () => ({}), expected: EVERYBODY },
  'billing.orderList': { ask: () => ({}), expected: SIGNED_IN },
  'billing.orderStatus': { ask: (on) => ({ query: { order_id: on.orderId } }), expected: OWNER },
  'billing.receipt': { ask: (on) => ({ query: { order_id: on.paidOrderId } }), expected: OWNER },
  'billing.createOrder': {
    ask: (_on, key) => ({ body: { product_id: 'coins-100', idempotency_key: key } }),
    expected: ADULTS,
  },
  'billing.payOrder': {
    ask: (on) => ({ body: { order_id: on.orderId, payment_method: '4000000000000002' } }),
    expected: outcomes(
      'NotSignedIn',
      'NotFound',
      'NotFound',
      'NotFound',
      'AgeNotOpen',
      'PaymentDeclined',
      'PaymentDeclined',
    ),
  },
  'billing.cancelOrder': { ask: (on) => ({ body: { order_id: on.orderId } }), expected: OWNER },
  'billing.refundQuote': { ask: (on) => ({ query: { order_id: on.paidOrderId } }), expected: OWNER },
  'billing.refundOrder': { ask: (on) => ({ body: { order_id: on.paidOrderId } }), expected: OWNER },
  'billing.readSpendingCap': { ask: () => ({}), expected: SIGNED_IN },
  'billing.saveSpendingCap': { ask: () => ({ body: { amount: 50_000 } }), expected: SIGNED_IN },
  'billing.stripeWebhook': { ask: () => ({ body: {} }), expected: always('InvalidInput') },
  'chats.list': { ask: () => ({}), expected: SIGNED_IN },
  'chats.unread': { ask: () => ({}), expected: SIGNED_IN },
  'chats.start': { ask: (on) => ({ body: { card_id: on.cardId } }), guest: 'NotFound', expected: ADULTS },
  'chats.info': { ask: (on) => ({ query: { chat_id: on.chatId } }), guest: 'NotFound', expected: OWN_CHAT },
  'chats.getMessages': { ask: (on) => ({ query: { chat_id: on.chatId } }), guest: 'NotFound', expected: OWN_CHAT },
  'chats.prompt': { ask: (on) => ({ query: { chat_id: on.chatId } }), expected: ADULTS_OWN_CHAT },
  'chats.pin': { ask: (on) => ({ body: { chat_id: on.chatId, on: true } }), expected: OWN_CHAT },
  'chats.read': { ask: (on) => ({ body: { chat_id: on.chatId, seq: 1 } }), guest: 'NotFound', expected: OWN_CHAT },
  'chatSettings.save': { ask: (on) => ({ body: { chat_id: on.chatId, note: null } }), expected: ADULTS_OWN_CHAT },
  'groupChats.mute': {
    ask: (on) => ({ body: { chat_id: on.groupChatId, card_id: 'ilse', on: true } }),
    expected: ADULTS_OWN_CHAT,
  },
  'chatTools.search': { ask: (on) => ({ body: { q: 'canary', chat_id: on.chatId } }), expected: OWN_CHAT },
  'chatTools.tree': { ask: (on) => ({ query: { chat_id: on.chatId } }), expected: OWN_CHAT },
  'chatTools.branch': {
    ask: (on) => ({ body: { chat_id: on.chatId, message_id: on.messageId } }),
    expected: ADULTS_OWN_CHAT,
  },
  'chatTools.rename': { ask: (on) => ({ body: { chat_id: on.chatId, title: 'Lamps' } }), expected: ADULTS_OWN_CHAT },
  'chatTools.exportChat': { ask: (on) => ({ query: { chat_id: on.chatId, format: 'json' } }), expected: OWN_CHAT },
  'chatTools.importChat': {
    ask: (on) => ({ file: { name: 'chat.jsonl', content: CHAT_FILE, fields: { card_id: on.cardId } } }),
    expected: ADULTS,
  },
  'memory.read': { ask: (on) => ({ query: { chat_id: on.chatId } }), expected: ADULTS_OWN_CHAT },
  'replyDetails.reasoning': {
    ask: (on) => ({ query: { chat_id: on.chatId, message_id: on.messageId } }),
    expected: OWN_CHAT,
  },
  'replyDetails.usage': { ask: (on) => ({ query: { chat_id: on.chatId } }), expected: OWN_CHAT },
  'modelUsage.mine': { ask: () => ({}), expected: SIGNED_IN },
  'memory.receipt': {
    ask: (on) => ({ query: { chat_id: on.chatId, message_id: on.messageId } }),
    expected: ADULTS_OWN_CHAT,
  },
  'memory.save': {
    ask: (on) => ({ body: { chat_id: on.chatId, facts: [{ id: on.factId, pinned: false }] } }),
    expected: ADULTS_OWN_CHAT,
  },
  'suggestions.helpReply': { ask: (on) => ({ query: { chat_id: on.chatId } }), expected: ADULTS_OWN_CHAT },
  'speech.audioLink': { ask: (on) => ({ query: { message_id: on.messageId } }), expected: ADULTS_OWN_CHAT },
  'speech.getStreamAudio': { ask: (on) => ({ query: { message_id: on.messageId } }), expected: ADULTS_OWN_CHAT },
  'speech.voiceSample': { ask: () => ({ query: { language: 'en', gender: 'other' } }), expected: SIGNED_IN },
  'speech.voices': { ask: () => ({}), expected: SIGNED_IN },
  'speech.transcribe': {
    ask: () => ({ file: { name: 'speech.webm', content: 'OggS recording', fields: { language: 'en' } } }),
    expected: ADULTS,
  },
  'personas.list': { ask: () => ({}), expected: SIGNED_IN },
  'personas.save': {
    ask: (on) => ({ body: { id: on.personaId, name: 'Robin', description: 'Walks a lot.' } }),
    expected: OWNER,
  },
  'modelChoice.find': { ask: () => ({}), expected: SIGNED_IN },
  'modelChoice.save': { ask: () => ({ body: { preset_id: 'balanced' } }), expected: SIGNED_IN },
  'presets.list': { ask: () => ({}), expected: SIGNED_IN },
  'presets.save': {
    ask: (on) => ({ body: { ...EMPTY_PRESET, id: on.presetId, name: 'Evenings' } }),
    expected: OWNER,
  },
  'presets.read': {
    ask: () => ({ body: { file_name: 'evenings.json', content: '{"temp": 1}' } }),
    expected: SIGNED_IN,
  },
  'presets.exportPreset': { ask: (on) => ({ query: { id: on.presetId, format: 'everkin' } }), expected: OWNER },
  'lorebooks.list': { ask: () => ({}), expected: SIGNED_IN },
  'lorebooks.get': { ask: (on) => ({ query: { id: on.lorebookId } }), expected: OWNER },
  'lorebooks.export': { ask: (on) => ({ query: { id: on.lorebookId } }), expected: OWNER },
  'lorebooks.save': { ask: (on) => ({ body: { id: on.lorebookId, name: 'Harbour' } }), expected: OWNER },
  'cardEditor.myCards': { ask: () => ({ query: { type: 'single' } }), expected: SIGNED_IN },
  'cardEditor.ownCard': { ask: (on) => ({ query: { id: on.cardId } }), expected: OWNER },
  'cardEditor.versions': { ask: (on) => ({ query: { id: on.cardId } }), expected: OWNER },
  'cardEditor.version': { ask: (on) => ({ query: { id: on.cardId, number: '1' } }), expected: OWNER },
  'cardEditor.restore': { ask: (on) => ({ body: { id: on.cardId, number: 1 } }), expected: ADULT_OWNER },
  'cardEditor.saveSingle': {
    ask: (on) => ({ body: { id: on.cardId, tagline: 'Keeps the lamps.' } }),
    expected: ADULT_OWNER,
  },
  'cardEditor.saveGroup': {
    ask: (on) => ({ body: { id: on.groupId, tagline: 'Both of them.' } }),
    expected: ADULT_OWNER,
  },
  'cardEditor.duplicateCard': { ask: (on) => ({ body: { id: on.cardId } }), expected: ADULT_OWNER },
  'cardEditor.create': { ask: () => ({ body: { prompt: 'A lighthouse keeper' } }), expected: ADULTS },
  'cardEditor.testLorebook': {
    ask: () => ({ body: { character_book: { entries: [] }, text: 'lamp' } }),
    expected: SIGNED_IN,
  },
  'cardEditor.testReply': {
    ask: () => ({
      body: { card: { name: 'Wren', tagline: 'x', age: 40 }, messages: [{ role: 'user', text: 'Hello' }] },
    }),
    expected: ADULTS,
  },
  'cardEditor.drafts': { ask: () => ({}), expected: SIGNED_IN },
  'cardEditor.draft': { ask: (on) => ({ query: { id: on.draftId } }), expected: OWNER },
  'cardEditor.saveDraft': {
    ask: (on) => ({ body: { id: on.draftId, type: 'single', content: { name: 'Changed' } } }),
    expected: ADULT_OWNER,
  },
  'cardFiles.importCard': {
    ask: () => ({ file: { name: 'card.json', content: CARD_FILE, fields: {} } }),
    expected: ADULTS,
  },
  'cardFiles.importLorebook': {
    ask: () => ({ file: { name: 'book.json', content: BOOK_FILE, fields: {} } }),
    expected: ADULTS,
  },
  'cardFiles.exportCard': { ask: (on) => ({ query: { id: on.cardId, format: 'json' } }), expected: OWNER },
  'cardFiles.exportInfo': { ask: (on) => ({ query: { id: on.cardId } }), expected: OWNER },
  'cardFiles.exportLorebook': { ask: (on) => ({ query: { id: on.cardId } }), expected: OWNER },
  'media.upload': {
    ask: () => ({ file: { name: 'a.png', content: 'picture', fields: { purpose: 'card' } } }),
    expected: ADULTS,
  },
  'invitations.createInvitation': { ask: () => ({ body: { card_id: 'ilse' } }), expected: ADULTS },
  'invitations.invitationInfo': {
    ask: (on) => ({ query: { code: on.invitationCode } }),
    expected: outcomes('yes', 'yes', 'yes', 'yes', 'InvitationExpired', 'yes', 'yes'),
  },
  'invitations.claimInvitation': { ask: (on) => ({ body: { code: on.invitationCode } }), expected: SIGNED_IN },
  'invitations.listInvitations': { ask: () => ({}), expected: SIGNED_IN },
  'rewards.checkinStatus': { ask: () => ({}), expected: ADULTS },
  'rewards.checkinDue': { ask: () => ({}), expected: SIGNED_IN },
  'rewards.checkin': { ask: () => ({ body: { time_zone: 'UTC' } }), expected: ADULTS },
  'notifications.pushInfo': { ask: () => ({}), expected: SIGNED_IN },
  'notifications.savePush': { ask: () => ({ body: PUSH }), expected: ADULTS },
  'notifications.deletePush': { ask: () => ({}), expected: SIGNED_IN },
  'safety.helpLines': { ask: () => ({}), expected: EVERYBODY },
  'safety.report': {
    ask: (on) => ({ body: { target_type: 'message', target_id: on.messageId, reason: 'spam' } }),
    expected: OWN_CHAT,
  },
  'attribution.saveWebVisit': { ask: () => ({ body: { page: 'land', consent: false } }), expected: EVERYBODY },
  'guests.info': { ask: () => ({}), expected: EVERYBODY },
  'guests.start': {
    ask: () => ({ body: { adult: true } }),
    expected: outcomes('yes', ...signedInGet('NotAllowed')),
  },
  'accounts.info': { ask: () => ({}), expected: SIGNED_IN },
  'accounts.ledger': { ask: () => ({}), expected: SIGNED_IN },
  'accounts.sessions': { ask: () => ({}), expected: SIGNED_IN },
  'accounts.signInWays': { ask: () => ({}), expected: SIGNED_IN },
  'accounts.exportData': { ask: () => ({}), expected: SIGNED_IN },
  'accounts.sendCode': { ask: (_on, key) => ({ body: { email: `${key}@example.org` } }), expected: EVERYBODY },
  'accounts.emailLogin': {
    ask: (_on, key) => ({ body: { email: `${key}@example.org`, code: '000000' } }),
    expected: always('CodeExpired'),
  },
  'accounts.firebaseLogin': {
    ask: () => ({ body: { type: 'google', uid: 'x', id_token: 'x' } }),
    expected: always('IdentityNotValid'),
  },
  'accounts.resetPassword': {
    ask: (_on, key) => ({ body: { email: `${key}@example.org`, code: '000000', password: 'four old lamps' } }),
    expected: always('CodeExpired'),
  },
  'accounts.passkeys': { ask: () => ({}), expected: SIGNED_IN },
  'accounts.passkeyOptions': { ask: () => ({}), expected: SIGNED_IN },
  'accounts.addPasskey': {
    ask: () => ({ body: { passkey: PASSKEY_OF_NO_ONE } }),
    expected: outcomes('NotSignedIn', ...signedInGet('IdentityNotValid')),
  },
  'accounts.renamePasskey': {
    ask: (on) => ({ body: { passkey_id: on.passkeyId, name: 'My phone' } }),
    expected: OWNER,
  },
  'accounts.passkeyLoginOptions': { ask: () => ({}), expected: EVERYBODY },
  'accounts.passkeyLogin': {
    ask: () => ({ body: { passkey: ASSERTION_OF_NO_ONE } }),
    expected: always('IdentityNotValid'),
  },
  'accounts.sendConfirmCode': { ask: () => ({ body: {} }), expected: SIGNED_IN },
  'accounts.confirmIdentity': {
    ask: () => ({ body: { code: '000000' } }),
    expected: outcomes('NotSignedIn', ...signedInGet('CodeExpired')),
  },
  'accounts.unlinkIdentity': {
    ask: () => ({ body: { provider: 'google' } }),
    expected: outcomes('NotSignedIn', ...signedInGet('NotFound')),
  },
  'accounts.removePasskey': { ask: (on) => ({ body: { passkey_id: on.passkeyId } }), expected: OWNER },
  'accounts.confirmAge': { ask: () => ({ body: { over_18: true } }), expected: ADULTS },
  'accounts.setNsfw': { ask: () => ({ body: { on: true } }), expected: ADULTS },
  'accounts.profile': { ask: () => ({ body: { nickname: 'Mara', gender: null, age_scope: 3 } }), expected: SIGNED_IN },
  'accounts.setPassword': { ask: () => ({ body: { password: 'four old lamps' } }), expected: SIGNED_IN },
  'accounts.revokeSession': {
    ask: (on) => ({ body: { session_id: on.sessionId } }),
    expected: OWNER,
    endsSession: true,
  },
  'accounts.revokeOtherSessions': { ask: () => ({}), expected: SIGNED_IN },
  'admin.health': {
    ask: () => ({}),
    expected: OPERATORS,
  },
  'models.list': { ask: () => ({}), expected: SIGNED_IN },
  'models.connections': { ask: () => ({}), expected: OPERATORS },
  'models.modelServers': { ask: () => ({}), expected: OPERATORS },
  'models.downloads': { ask: () => ({}), expected: OPERATORS },
  'models.controlDownload': {
    ask: () => ({ body: { action: 'start', name: 'none' } }),
    expected: outcomes('NotSignedIn', 'NotAllowed', 'NotFound', ...repeated('NotAllowed', 4)),
  },
  'models.testConnection': {
    ask: () => ({ body: { kind: 'openai_compatible', base_url: 'file:///etc/hosts' } }),
    expected: OPERATORS,
  },
  'models.saveConnection': {
    ask: () => ({
      body: {
        name: 'Off',
        kind: 'openai_compatible',
        base_url: 'http://127.0.0.1:9/v1',
        enabled: false,
        models: [{ name: 'm' }],
      },
    }),
    expected: OPERATORS,
  },
  'models.orderConnections': { ask: () => ({ body: { ids: [] } }), expected: OPERATORS },
  'models.deleteConnection': {
    ask: () => ({ body: { id: 'none' } }),
    expected: outcomes('NotSignedIn', 'NotAllowed', 'NotFound', ...repeated('NotAllowed', 4)),
  },
  'serviceConnections.list': { ask: () => ({}), expected: OPERATORS },
  'serviceConnections.test': {
    ask: () => ({ body: { purpose: 'speech', base_url: 'file:///etc/hosts' } }),
    expected: OPERATORS,
  },
  'serviceConnections.save': {
    ask: () => ({ body: { purpose: 'transcription', base_url: 'http://127.0.0.1:9/v1' } }),
    expected: OPERATORS,
  },
  'serviceConnections.delete': {
    ask: () => ({ body: { purpose: 'images' } }),
    expected: outcomes('NotSignedIn', 'NotAllowed', 'NotFound', ...repeated('NotAllowed', 4)),
  },
  'presets.delete': { ask: (on) => ({ body: { id: on.presetId } }), expected: OWNER },
  'modelUsage.all': { ask: () => ({}), expected: OPERATORS },
  'modelUsage.prices': { ask: () => ({}), expected: OPERATORS },
  'modelUsage.savePrice': { ask: () => ({ body: { model_id: 'fake', price: null } }), expected: OPERATORS },
  'personas.delete': { ask: (on) => ({ body: { id: on.personaId } }), expected: OWNER },
  'lorebooks.delete': { ask: (on) => ({ body: { id: on.lorebookId } }), expected: OWNER },
  'cardEditor.deleteDraft': { ask: (on) => ({ body: { id: on.draftId } }), expected: OWNER },
  'chats.deleteChat': { ask: (on) => ({ body: { chat_id: on.chatId } }), expected: OWN_CHAT },
  'chats.restore': { ask: (on) => ({ body: { chat_id: on.chatId } }), expected: OWN_CHAT },
  'cardEditor.deleteCard': { ask: (on) => ({ body: { id: on.cardId } }), expected: OWNER },
  'accounts.logout': { ask: () => ({}), expected: SIGNED_IN, endsSession: true },
  'accounts.deleteAccount': { ask: () => ({}), expected: SIGNED_IN, endsSession: true },
}

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
  'generation.speak': {
    frame: (on) => ({ type: 'generation.speak', chat_id: on.libraryChatId, card_id: 'ilse' }),
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
