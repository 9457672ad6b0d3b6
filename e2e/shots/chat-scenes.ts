import type { Locale } from '@everkin/contract/locales.ts'
import { pathTo } from '@everkin/web/app/paths.ts'
import type { Locator, Page } from '@playwright/test'
import { composer, sendMessage } from '../support/chat-actions.ts'
import { sampleAddress } from '../support/sample-pages.ts'
import { openDialog, type Say, type Scene, visibleButton } from './scene.ts'

const groupChat = (locale: Locale) => pathTo('chat', locale, {}, { group_id: 'station-nine' })

const FACTS = ['Mara’s sister is called Ana', 'Takes the 7:10 ferry home on weekdays', 'Doesn’t drink tea']

/** The memory of a chat, with fixed contents: the real ones depend on the conversation. */
async function openMemory(page: Page, say: Say): Promise<void> {
  const parts = { safety: 212, description: 1240, persona: 60, lore: 310, memory: 980, history: 4360, note: 48 }
  const data = {
    summary:
      'Mara boarded late and soaked. Ilse has promised her the truth about the far shore before the lights change.',
    summary_covers: 310,
    summary_updated_at: '2026-11-20T18:30:00Z',
    facts: FACTS.map((text, at) => ({
      id: `fact-${at}`,
      text,
      pinned: at === 0,
      source_seq: at + 1,
      origin: 'model',
      created_at: '2026-11-03T12:00:00Z',
    })),
    meter: {
      context_tokens: 8192,
      reply_tokens: 300,
      free_tokens: 682,
      verbatim_messages: 42,
      older_messages: 310,
      clipped_tokens: 0,
      parts: Object.entries(parts).map(([kind, tokens]) => ({ kind, tokens })),
    },
    shares_memory: false,
  }
  await page.route('**/api/chat/memory?*', (route) => route.fulfill({ json: { code: 1, msg: '', data } }))
  await page.locator('.chat-header [aria-haspopup=menu]').click()
  await page.getByRole('menuitem', { name: say('memory.open'), exact: true }).click()
  await page.locator('.memory-fact').first().waitFor()
}

/** Opens one of the panels beside a conversation by the chat's options. */
async function openPanel(page: Page, say: Say, title: string): Promise<void> {
  await page
    .locator('.chat-header')
    .getByRole('button', { name: say('shell.actions.options') })
    .click()
  await page.getByRole('menuitem', { name: say(title) }).click()
  await page.getByRole('complementary', { name: say(title) }).waitFor()
}

/** Opens what the model thought before its newest reply. */
async function openThought(page: Page): Promise<void> {
  await page.locator('.thought summary').last().click()
  await page.locator('.thought-text').waitFor()
}

/** Opens what shaped the newest reply, with its model usage. */
async function openReceipt(page: Page, say: Say): Promise<void> {
  const newest = page.locator('.message').last()
  await openOptions(page, say, newest)
  await newest.locator('.menu-item', { has: page.locator('use[href$="#notebook"]') }).click()
  await page.locator('.reply-usage').waitFor()
}

/** By a tap on the words where the page is touched, else by the button that the pointer shows. */
async function openOptions(page: Page, say: Say, message: Locator): Promise<void> {
  if (await page.evaluate(() => matchMedia('(hover: none)').matches)) return message.locator('.bubble').tap()
  await message.hover()
  await message.getByRole('button', { name: say('shell.actions.options') }).click()
  await message.getByRole('menuitem').first().waitFor()
}

async function becomeGuest(page: Page, say: Say): Promise<void> {
  await page.getByRole('radio', { name: say('guests.age.adult') }).check()
  await visibleButton(page, say('accounts.profile.confirm')).click()
  await composer(page).waitFor()
}

const ilse = (locale: Locale) => sampleAddress('chat', locale)
const chatWith = (card_id: string) => (locale: Locale) => pathTo('chat', locale, {}, { card_id })
const log = (page: Page) => page.locator('[role="log"]')

/** Chats with their panels and states. Those that write something are the last. */
export const chatScenes: readonly Scene[] = [
  {
    name: 'chat-thought',
    address: (locale) => sampleAddress('chat', locale),
    as: 'reader',
    screenOnly: true,
    prepare: openThought,
  },
  {
    name: 'chat-usage',
    address: (locale) => sampleAddress('chat', locale),
    as: 'reader',
    screenOnly: true,
    prepare: openReceipt,
  },
  {
    name: 'chat-memory',
    address: (locale) => sampleAddress('chat', locale),
    as: 'reader',
    screenOnly: true,
    prepare: (page, say) => openMemory(page, say),
  },
  {
    name: 'chat-setup',
    address: (locale) => sampleAddress('chat', locale),
    as: 'reader',
    screenOnly: true,
    prepare: async (page, say) => {
      await page.locator('.chat-header [aria-haspopup=menu]').click()
      await page.getByRole('menuitem', { name: say('personas.setup.title') }).click()
      await page.locator('.setup-note').waitFor()
    },
  },
  {
    name: 'chat-model',
    address: (locale) => sampleAddress('chat', locale),
    as: 'reader',
    screenOnly: true,
    prepare: async (page) => {
      await page.locator('.model-button').click()
      await page.locator('.setup-list').nth(1).waitFor()
    },
  },
  {
    name: 'chat-group',
    address: groupChat,
    as: 'reader',
    screenOnly: true,
    prepare: (page) => page.locator('[role="log"]').waitFor(),
  },
  {
    name: 'chat-group-cast',
    address: groupChat,
    as: 'reader',
    screenOnly: true,
    prepare: async (page, say) => {
      await page.locator('.chat-header [aria-haspopup=menu]').click()
      await page.getByRole('menuitem', { name: say('groups.chat.cast') }).click()
      await page.locator('.pane-panel .cast-rows').waitFor()
    },
  },
  {
    name: 'chat-group-names',
    address: groupChat,
    as: 'reader',
    screenOnly: true,
    prepare: async (page) => {
      await page.locator('.composer textarea').fill('')
      await page.locator('.composer textarea').pressSequentially('@')
      await page.getByRole('listbox').waitFor()
    },
  },
  {
    name: 'chat-search',
    address: (locale) => sampleAddress('chat', locale),
    as: 'reader',
    screenOnly: true,
    prepare: async (page, say) => {
      await openPanel(page, say, 'chat-tools.search.title')
      await page.locator('.pane-panel').getByRole('searchbox').fill('a')
      await page.locator('.search-notes p').first().waitFor()
    },
  },
  {
    name: 'chat-tree',
    address: (locale) => sampleAddress('chat', locale),
    as: 'reader',
    screenOnly: true,
    prepare: async (page, say) => {
      await openPanel(page, say, 'chat-tools.tree.title')
      await page.locator('.tree li').first().waitFor()
    },
  },
  {
    name: 'chat-options',
    address: ilse,
    as: 'reader',
    screenOnly: true,
    prepare: (page, say) => openOptions(page, say, page.locator('.message').last()),
  },
  {
    name: 'chat-menu',
    address: ilse,
    as: 'reader',
    screenOnly: true,
    prepare: async (page) => {
      await page.locator('.chat-header [aria-haspopup=menu]').click()
      await page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'chat-edit',
    address: ilse,
    as: 'reader',
    screenOnly: true,
    prepare: async (page, say) => {
      await openOptions(page, say, page.locator('.message-mine').last())
      await page.locator('.message .menu-item', { has: page.locator('use[href$="#pencil-simple"]') }).click()
      await page.getByRole('textbox', { name: say('chats.message.edit') }).waitFor()
    },
  },
  {
    name: 'chat-album',
    address: ilse,
    as: 'reader',
    screenOnly: true,
    prepare: async (page, say) => {
      await openPanel(page, say, 'albums.title')
      await page
        .getByRole('complementary', { name: say('albums.title') })
        .getByRole('figure')
        .first()
        .waitFor()
    },
  },
  {
    name: 'chat-prompt',
    address: ilse,
    as: 'reader',
    screenOnly: true,
    prepare: async (page, say) => {
      await page.locator('.chat-header [aria-haspopup=menu]').click()
      await page.getByRole('menuitem', { name: say('chats.memory.modelSaw') }).click()
      await page.getByRole('button', { name: say('chats.prompt.copyAll') }).waitFor()
    },
  },
  {
    name: 'chat-reading',
    address: ilse,
    as: 'reader',
    screenOnly: true,
    prepare: async (page, say) => {
      await page.locator('.chat-header [aria-haspopup=menu]').click()
      await page.getByRole('menuitem', { name: say('chats.reading.title') }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'chat-ideas',
    address: ilse,
    as: 'reader',
    screenOnly: true,
    prepare: async (page, say) => {
      await visibleButton(page, say('suggestions.ideas.open')).click()
      await page.getByRole('button', { name: say('suggestions.ideas.others') }).waitFor()
    },
  },
  {
    name: 'chat-missing',
    address: (locale) => pathTo('chat', locale, {}, { chat_id: 'nobody-has-this-chat' }),
    as: 'reader',
    screenOnly: true,
  },
  {
    name: 'chathistory-options',
    address: (locale) => pathTo('chathistory', locale),
    as: 'reader',
    screenOnly: true,
    prepare: async (page) => {
      await page.locator('.chat-row [aria-haspopup=menu]').nth(1).click()
      await page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'chathistory-import',
    address: (locale) => pathTo('chathistory', locale),
    as: 'reader',
    screenOnly: true,
    prepare: (page, say) => openDialog(page, say('chat-tools.import.title')),
  },
  { name: 'chathistory-empty', address: (locale) => pathTo('chathistory', locale), as: 'newcomer' },
  {
    name: 'chat-first',
    address: chatWith('odile'),
    as: 'newcomer',
    screenOnly: true,
    prepare: (page) => log(page).waitFor(),
  },
  {
    name: 'chat-crisis',
    address: chatWith('wren'),
    as: 'newcomer',
    screenOnly: true,
    prepare: async (page) => {
      await log(page).waitFor()
      if ((await log(page).getByRole('alert').count()) === 0) await sendMessage(page, 'I want to end my life')
      await log(page).getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'chat-stopped',
    address: chatWith('kenji'),
    as: 'newcomer',
    screenOnly: true,
    prepare: async (page) => {
      await log(page).waitFor()
      await sendMessage(page, '[[threat-cue]], says the villain.')
      await log(page).locator('[data-outgoing="failed"]').last().waitFor()
    },
  },
  {
    name: 'guest-age',
    address: chatWith('ilse'),
    as: 'visitor',
    screenOnly: true,
    prepare: (page, say) => page.getByRole('radio', { name: say('guests.age.adult') }).waitFor(),
  },
  {
    name: 'guest-chat',
    address: chatWith('ilse'),
    as: 'visitor',
    screenOnly: true,
    prepare: becomeGuest,
  },
]
