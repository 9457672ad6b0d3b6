import type { Locale } from '@everkin/contract/locales.ts'
import { AppError } from '../../../platform/app-error.ts'
import { loadPerson, type Person } from '../../accounts/person.ts'
import { type CardForChat, mayOpenCard } from '../../characters/card-for-chat.ts'
import { isAdult } from '../../safety/age-state.ts'
import type { ReadyCard } from '../cards.ts'
import type { ChatRow } from '../chat-store.ts'
import type { ChatServices } from '../services.ts'
import { readyFor } from './cast.ts'

type Rules = Pick<ChatServices, 'settings'>

/** N4, B5: a group is not open with a member who is not for this person, also when a card has changed since. */
export function mayMeetAll(rules: Rules, person: Person, ready: ReadyCard): boolean {
  return ready.members.every(({ card }) => mayMeet(rules, person, card))
}

function mayMeet({ settings }: Rules, person: Person, card: CardForChat): boolean {
  const isForAdults = card.rating === 'nsfw'
  const isAllowed = !isForAdults || (settings.nsfwEnabled && person.nsfw && isAdult(person.ageState))
  return isAllowed && mayOpenCard(person, card)
}

/** What was said in such a group is not shown either. @throws AppError NotFound. */
export async function refuseHidden(services: ChatServices, chat: ChatRow): Promise<void> {
  if (chat.type === 'single') return
  const person = await loadPerson(services.database, chat.personId)
  const ready = await readyFor(services, chat, chat.locale as Locale) // written from a Locale
  if (!person || !ready || !mayMeetAll(services, person, ready)) throw new AppError('NotFound')
}
