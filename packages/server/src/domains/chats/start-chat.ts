import type { Chat } from '@everkin/contract/types.ts'
import { AppError, invalidInput } from '../../platform/app-error.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { newId } from '../../platform/ids.ts'
import { bumpUserRev, loadPerson, type Person } from '../accounts/person.ts'
import { type CardForChat, findCardForChat, mayOpenCard } from '../characters/card-for-chat.ts'
import { countChatStarted } from '../characters/count-chat.ts'
import { findDefaultPersona } from '../personas/find-persona.ts'
import { maySeeRating } from '../safety/who-may-see.ts'
import { type ChatRow, findChat, findNewestChatOfCard, insertChat, saveChat } from './chat-store.ts'
import { expandGreeting } from './expand-greeting.ts'
import { insertMessage } from './message-store.ts'
import { countTokens } from './prompt/count-tokens.ts'
import { refuseByAge } from './read-turn.ts'
import { previewOf } from './rules.ts'
import type { ChatServices } from './services.ts'
import { chatView } from './views.ts'

/**
 * Starts a chat with a character, whose greeting is there at once, without a model; its alternates are variants of the
 * first message. The newest chat with the same card comes back unless `fresh`.
 * @throws AppError AgeNotOpen, NotFound, NotAllowed (a group: those can not talk yet), InvalidInput.
 */
export async function startChat(
  services: ChatServices,
  caller: SignedInCaller,
  input: { cardId?: string; groupId?: string; isFresh: boolean },
): Promise<Chat> {
  const cardId = input.cardId ?? input.groupId
  if (!cardId) throw invalidInput('card_id', 'required')
  const person = await loadPerson(services.database, caller.identity.personId)
  if (!person) throw new AppError('NotSignedIn')
  refuseByAge(services, person)
  const card = await findOpenCard(services, caller, person, cardId)
  if (!input.isFresh) {
    const known = await findNewestChatOfCard(services.database, person.id, card.id)
    if (known) return chatView(known, card)
  }
  const chat = await createChat(services, person, caller, card)
  const view = chatView(chat, card)
  services.live.toPerson(person.id, { type: 'chat.updated', chat: view })
  return view
}

async function findOpenCard(
  services: ChatServices,
  caller: SignedInCaller,
  person: Person,
  cardId: string,
): Promise<CardForChat> {
  const card = await findCardForChat(services.database, { cardId, locale: caller.locale, readerId: person.id })
  if (!card || !mayOpenCard(person, card)) throw new AppError('NotFound')
  const sight = maySeeRating(
    {
      ageState: person.ageState,
      hasConfirmedAge: person.adultConfirmedAt !== null,
      nsfw: person.nsfw,
      country: caller.country ?? null,
    },
    card.rating,
    {
      nsfwEnabled: services.settings.nsfwEnabled,
      nsfwAgeRule: services.settings.nsfwAgeRule,
      hasCountryHeader: services.settings.countryHeader !== null,
    },
  )
  if (sight === 'confirm_age') throw new AppError('AgeNotOpen', { reason: 'confirm_age' })
  if (sight === 'absent') throw new AppError('NotFound')
  if (card.type === 'multiple') throw new AppError('NotAllowed')
  return card
}

async function createChat(
  services: ChatServices,
  person: Person,
  caller: SignedInCaller,
  card: CardForChat,
): Promise<ChatRow> {
  const now = services.clock.now()
  const id = newId(now)
  return services.database.transaction(async (tx) => {
    const userRev = await bumpUserRev(tx, person.id)
    const base = { id, personId: person.id, cardId: card.id, type: card.type, title: card.name, locale: caller.locale }
    await insertChat(tx, { ...base, createdAt: now, userRev })
    const chat = await findChat(tx, id, person.id)
    if (!chat) throw new AppError('Internal')
    const persona = await findDefaultPersona(tx, person.id)
    chat.personaId = persona?.id ?? null
    const personName = persona?.name ?? person.nickname
    for (const greeting of card.greetings) {
      const text = expandGreeting(
        greeting,
        card,
        { name: personName, timeZone: person.timeZone },
        chat.id,
        caller.locale,
        now,
      )
      chat.rev += 1
      await insertMessage(
        tx,
        {
          chatId: id,
          seq: chat.nextSeq,
          parentSeq: 0,
          rev: chat.rev,
          role: 'character',
          speakerId: card.id,
          text,
          tokens: countTokens(text),
          createdAt: now,
        },
        [],
      )
      if (chat.leafSeq === 0) {
        chat.leafSeq = chat.nextSeq
        chat.lastMessage = {
          role: 'character',
          speaker_name: card.name,
          text: previewOf(text),
          created_at: now.toISOString(),
        }
      }
      chat.nextSeq += 1
    }
    await saveChat(tx, chat, userRev)
    await countChatStarted(tx, card.id)
    return chat
  })
}
