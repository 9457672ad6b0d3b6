import type { Locale } from '@everkin/contract/locales.ts'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { toParticipants } from '../../features/chats/context/participants.tsx'
import { toAboutCard } from '../../features/chats/conversation/about-pane.tsx'
import { INVITE_TEXTS } from '../card/use-invite-dialog.tsx'
import { isDesktop } from '../device-type.ts'
import type { PageContext } from '../page-context.ts'
import { textsFor } from '../page-texts.ts'
import { orFallback, orPageError, pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'

const TEXTS = [
  'moderation.withheld',
  'chats',
  'albums',
  'chat-tools.search',
  'chat-tools.tree',
  'chat-tools.rename',
  'chat-tools.take',
  'chat-tools.import.title',
  'suggestions.ideas',
  'speech.player',
  'speech.input',
  'errors.chatClosed',
  'errors.chatBlocked',
  'blocks.action',
  'blocks.chat',
  'errors.noVoice',
  'errors.voiceFailed',
  'errors.notTranscribed',
  'memory',
  'personas',
  'models.offer',
  'lorebooks',
  'presets.choice',
  'presets.about',
  'presets.missing',
  'presets.regenerate',
  'settings.theme',
  'settings.themes',
  'settings.textSize',
  'settings.sizes',
  'settings.sizeLetter',
  'sketch.face.ai',
  'sketch.paint.moment',
  'safety.report',
  'safety.ai',
  'safety.crisis',
  'safety.help',
  'safety.under18',
  ...INVITE_TEXTS,
]
// Added to the others by whole domains, so neither may name one of theirs.
const GUEST_TEXTS = ['guests']
const GROUP_TEXTS = ['groups.chat', 'groups.turns']

/** The data of the chat page: of the chat in `chat_id`, or of a chat to start with `card_id` or `group_id`. */
export async function loadChatPage(args: LoaderFunctionArgs) {
  const { context, texts, title, locale } = pageTools(args, TEXTS)
  const query = new URL(args.request.url).searchParams
  const chatId = query.get('chat_id')
  const cardId = query.get('card_id')
  const groupId = query.get('group_id')
  // The list beside the conversation exists only on wide screens, so phones do not load it.
  const isWide = isDesktop(args.request.headers.get('user-agent'))
  if (chatId !== null) {
    const opened = await loadChat(context, chatId, isWide && context.person !== null, title)
    const ofGroup = opened.open.group ? textsFor(context, GROUP_TEXTS) : {}
    const ofGuest = context.guest ? textsFor(context, GUEST_TEXTS) : {}
    return { texts: { ...texts, ...ofGroup, ...ofGuest }, ...opened }
  }
  const wanted = cardId ?? groupId
  if (wanted === null) {
    if (context.person === null) throw redirect(signInPath(args.request, locale))
    throw redirect(pathTo('chathistory', locale))
  }
  const card = await orPageError(loadCard(context, cardId === null ? 'multiple' : 'single', wanted))
  const avatar = card.type === 'single' ? card.avatar : card.cover
  const isVisitor = context.person === null
  // Guests meet the library only.
  if (isVisitor && card.creator.id !== LIBRARY_CREATOR) throw redirect(signInPath(args.request, locale))
  return {
    texts: isVisitor ? { ...texts, ...textsFor(context, GUEST_TEXTS) } : texts,
    gate: isVisitor && !context.guest ? { messages: context.config.guest_messages } : null,
    title: title(card.name),
    start: {
      card: { id: card.id, type: card.type, name: card.name, avatar },
      body: cardId === null ? { group_id: wanted } : { card_id: wanted },
    },
  }
}

/** The creator of cards that ship with Everkin. */
const LIBRARY_CREATOR = 'everkin'

function signInPath(request: Request, locale: Locale): string {
  const { pathname, search } = new URL(request.url)
  return pathTo('login', locale, {}, { next: pathname.replace(/\.data$/, '') + search })
}

async function loadChat(context: PageContext, chat_id: string, isWide: boolean, title: (page: string) => string) {
  const [chat, page, list] = await orPageError(
    Promise.all([
      context.call('GET /api/chat/info', { query: { chat_id } }),
      context.call('GET /api/chat/getMessages', { query: { chat_id } }),
      isWide ? context.call('GET /api/chat/list', {}) : null,
    ]),
  )
  // A conversation remains readable when its card has become private or was deleted.
  const needsCard = isWide || chat.type === 'multiple'
  const card = needsCard ? await orFallback(loadCard(context, chat.card.type, chat.card.id), null) : null
  const group = toParticipants(chat, card?.type === 'multiple' ? card : null)
  return {
    title: title(chat.title),
    open: { chat, page, list, group, about: isWide && card ? toAboutCard(card) : null, guest: context.guest },
  }
}

async function loadCard(context: PageContext, type: 'single' | 'multiple', id: string) {
  if (type === 'single') return context.call('GET /api/chat.Single/cardInfo', { query: { id } })
  const { list } = await context.call('GET /api/chat.Multiple/cardList', { query: { id } })
  const [card] = list
  if (!card) throw new Error('A group list by id holds one group')
  return card
}
