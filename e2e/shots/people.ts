import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { openChat, openGroupChat, sendAndAwaitReply } from '../support/chat-actions.ts'
import { ADMIN_EMAIL, callApi, type Journey, signInByApi } from '../support/fixtures.ts'

const SIGNED_IN = ['reader', 'newcomer', 'arrival', 'minor', 'suspended'] as const

/**
 * Who looks at a scene: nobody signed in; an operator with chats, characters, orders and decisions; someone whose
 * shelves are empty; someone without a profile; someone under 18; someone whose account is suspended.
 */
export type Viewer = 'visitor' | (typeof SIGNED_IN)[number]

export const VIEWERS: readonly Viewer[] = ['visitor', ...SIGNED_IN]

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

/** Ids of what the scenes show. */
export interface Samples {
  ownCharacter: string
  draft: string
  ownGroup: string
  person: string
  order: string
  reportedCase: string
  quarantinedCase: string
  appealCase: string
  invitation: string
}

export interface People {
  cookies: Record<Exclude<Viewer, 'visitor'>, Cookies>
  samples: Samples
}

const CHAT_SCRIPT = [
  [
    'I missed the last train, and I am not in a hurry any more.',
    '*She lifts the lantern a little.* Then you have chosen the right boat. The river is slow tonight, and so am I.\n\nSit where you can see the lights. What did you leave on the other bank?',
  ],
  [
    'My keys, I think. And a bad mood.',
    '*A small laugh.* Keys are the easy ones. They come back by themselves, usually with the morning post.',
  ],
] as const

/** What the model thinks before its last reply. */
const THOUGHT =
  'Mara jokes about a bad mood, so she is tired rather than sad. Ilse would take the joke up and leave the mood where it is.\n\nKeep it short. She does not ask twice.'

const GROUP_CHAT_SCRIPT = [
  '@Brass how many minutes are left?',
  '*It consults a watch with one hand.* Eleven, by the timetable. By the stop that isn’t on it, none at all.',
] as const

const TEST_CARD = '4242424242424242'
const SUSPENDED_EMAIL = 'suspended@example.org'

/** Creates everyone who looks at a scene, and what they have. */
export async function createViewers(browser: Browser, journey: Journey): Promise<People> {
  const open = async (options: Parameters<typeof signInByApi>[2]) => {
    const context = await browser.newContext({
      baseURL: journey.app.origin,
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
    })
    const page = await context.newPage()
    await signInByApi(page, journey, options)
    return page
  }
  const reader = await open({ email: ADMIN_EMAIL })
  await chat(reader, journey)
  const owned = await fillShelves(reader)
  const author = await open({ nickname: 'Jonas' })
  const reporters = [author, await open({ nickname: 'Ana' }), await open({ nickname: 'Odo' })]
  const cases = await fillQueue(reader, author, reporters)
  const suspended = await open({ nickname: 'Piet', email: SUSPENDED_EMAIL })
  await callApi(reader, 'POST /api/desk/suspend', { person_id: await idOf(suspended), reason: 'spam' })
  // The suspension has ended the session.
  await signInByApi(suspended, journey, { email: SUSPENDED_EMAIL, ageScope: null })
  const pages = {
    reader,
    suspended,
    newcomer: await open({ nickname: 'Nora' }),
    arrival: await open({ ageScope: null }),
    minor: await open({ nickname: 'Teo', ageScope: 1 }),
  }
  const cookies = {} as People['cookies'] // filled below, one by one
  for (const viewer of SIGNED_IN) cookies[viewer] = await cookiesOf(pages[viewer])
  const samples = { ...owned, ...cases, person: await idOf(author) }
  for (const page of [...Object.values(pages), ...reporters]) await page.context().close()
  return { cookies, samples }
}

async function chat(page: Page, journey: Journey): Promise<void> {
  for (const id of ['kenji', 'june', 'bram']) await callApi(page, 'POST /api/chat/start', { card_id: id })
  await openChat(page, 'ilse')
  for (const [at, [said, reply]] of CHAT_SCRIPT.entries()) {
    const thought = at === CHAT_SCRIPT.length - 1 ? ['<think>', THOUGHT, '</think>'] : []
    journey.model.behave({ mode: 'scripted', script: [...thought, reply], delayMs: 40 })
    await sendAndAwaitReply(page, said, reply.slice(-12))
  }
  const [asked, answer] = GROUP_CHAT_SCRIPT
  journey.model.behave({ mode: 'scripted', script: [answer] })
  await openGroupChat(page, 'station-nine')
  await sendAndAwaitReply(page, asked, answer.slice(-12))
}

const character = (name: string, changes: Record<string, unknown> = {}) => ({
  name,
  tagline: 'Keeps the lamps of a harbour that no ship enters any more.',
  age: 40,
  visibility: 'public',
  definition: {
    description: 'She keeps the lamps of the old harbour.\n\nHer coat smells of paraffin.',
    personality: 'Dry, patient, *never* late.',
    scenario: 'The last boat has left.',
    first_mes: '*She trims the wick.* Good evening. You’re the first since the fog came.',
    alternate_greetings: ['*She doesn’t turn round.* Mind the third step.'],
    character_book: { entries: [{ keys: ['lamp', 'light'], content: 'The third lamp is green.', enabled: true }] },
  },
  idempotency_key: randomUUID(),
  ...changes,
})

const save = async (page: Page, body: Record<string, unknown>, kind = 'Single') =>
  (await callApi(page, `POST /api/chat.${kind}/saveCard`, body)) as { id: string; rev: number } // the contract's card

/** What someone has after some weeks: characters, a group, a lorebook, favourites, a persona, orders, an invitation. */
async function fillShelves(page: Page) {
  const own = await save(page, character('Maren Holt', { visibility: 'unlisted', tags: ['cosy', 'mystery'] }))
  const changed = { ...character('Maren Holt', { visibility: 'unlisted', tags: ['cosy', 'mystery'] }).definition }
  await save(page, {
    id: own.id,
    rev: own.rev,
    definition: { ...changed, first_mes: '*She trims the wick.* Good morning. You’re the second since the fog came.' },
  })
  const draft = await save(page, { name: 'The locksmith', tagline: 'Opens anything but letters.' })
  const cast = { name: 'Late at the shop', member_ids: ['ilse', 'wren'], opening: 'The bell over the door rings.' }
  const group = await save(page, { ...cast, visibility: 'private', scenario: 'The shop at night.' }, 'Multiple')
  await callApi(page, 'POST /api/lorebook/save', {
    name: 'The harbour',
    all_chats: true,
    content: { entries: [{ keys: ['lamp'], content: 'The third lamp is green.', enabled: true }] },
  })
  await callApi(page, 'POST /api/user/savePersona', { name: 'Mara', description: 'Works nights.', is_default: true })
  for (const card_id of ['wren', 'odile', 'brass']) await callApi(page, 'POST /api/chat/like', { card_id, on: true })
  const order = await buy(page, 'coins-500')
  await callApi(page, 'POST /api/task/create', {
    kind: 'image',
    prompt: 'A ferry captain in a navy coat, full moon over the river behind her',
    style_id: 'woodcut',
    count: 2,
    idempotency_key: randomUUID(),
  })
  const { url } = (await callApi(page, 'POST /api/invitation/create', { card_id: 'wren' })) as { url: string } // as in the contract
  const invitation = new URL(url).searchParams.get('code') ?? ''
  return { ownCharacter: own.id, draft: draft.id, ownGroup: group.id, order, invitation }
}

async function buy(page: Page, product_id: string): Promise<string> {
  const wish = { product_id, idempotency_key: randomUUID() }
  const { id } = (await callApi(page, 'POST /api/order/create', wish)) as { id: string } // the contract's order
  await callApi(page, 'POST /api/order/payment', { order_id: id, payment_method: TEST_CARD })
  return id
}

/** Reports, an appeal and a decision, for the desk; the reader is notified of two of them. */
async function fillQueue(reader: Page, author: Page, reporters: readonly Page[]) {
  const report = (page: Page, target_id: string, reason: string, note = '') =>
    callApi(page, 'POST /api/safety/report', { target_type: 'card', target_id, reason, note })
  const hidden = await save(reader, character('The Cellar Door', { visibility: 'unlisted' }))
  for (const page of reporters) await report(page, hidden.id, 'violence')
  const [ana = author, odo = author] = reporters.slice(1)
  const reported = await save(author, character('Captain Brandt', { visibility: 'unlisted' }))
  await report(ana, reported.id, 'real_person', 'He looks like somebody I know.')
  const quarantined = await save(author, character('The Night Porter', { visibility: 'unlisted' }))
  await report(odo, quarantined.id, 'minor_safety')
  for (const page of [reader, author])
    await callApi(page, 'POST /api/moderation/appealStop', {
      place: 'other',
      text: '[[threat-cue]], says the villain.',
      note: 'It is a line of a play.',
    })
  await buy(author, 'messages-200')
  await callApi(author, 'POST /api/advert/saveWebVisit?utm_source=paper&utm_campaign=autumn', {
    page: '/landPage',
    referrer: '',
    consent: true,
  })
  const { list } = (await callApi(reader, 'GET /api/desk/queue?limit=100')) as {
    list: { id: string; label: string; target_type: string }[]
  } // as in the contract
  const caseOf = (label: string) => list.find((entry) => entry.label === label)?.id ?? ''
  return {
    reportedCase: caseOf('Captain Brandt'),
    quarantinedCase: caseOf('The Night Porter'),
    appealCase: list.find(({ target_type }) => target_type === 'text')?.id ?? '',
  }
}

async function idOf(page: Page): Promise<string> {
  return ((await callApi(page, 'GET /api/user/info')) as { id: string }).id // as in the contract
}

/** Without the language, which every address of a scene says itself. */
async function cookiesOf(page: Page): Promise<Cookies> {
  const cookies = await page.context().cookies()
  return cookies.filter(({ name }) => name !== 'i18n_redirected')
}
