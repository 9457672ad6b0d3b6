import { expect, type Locator, type Page } from '@playwright/test'
import { callApi } from './fixtures.ts'

/** The parts of an open chat, by what a reader calls them. */
export const composer = (page: Page) => page.locator('.composer').getByRole('textbox')
export const stopButton = (page: Page) => page.getByRole('button', { name: /^(Stop|إيقاف)$/ })
export const messageLog = (page: Page) => page.getByRole('log')
export const messages = (page: Page) => messageLog(page).getByRole('article')
export const newestMessage = (page: Page) => messages(page).last()

/** Opens the chat with a character of the library by its card id, and waits until the live connection is open. */
export function openChat(page: Page, cardId: string, prefix = ''): Promise<void> {
  return openAndConnect(page, `${prefix}/chat?card_id=${cardId}`)
}

/** Opens the chat with a group of the library, and waits until the live connection is open. */
export function openGroupChat(page: Page, groupId: string, prefix = ''): Promise<void> {
  return openAndConnect(page, `${prefix}/chat?group_id=${groupId}`)
}

async function openAndConnect(page: Page, address: string): Promise<void> {
  await gotoAndConnect(page, address, /\/chat\?chat_id=/)
}

/** Opens a page and waits until its live connection is open, and it has been led on to `destination`. */
export async function gotoAndConnect(
  page: Page,
  address: string,
  destination: string | RegExp = address,
): Promise<void> {
  const linked = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"type":"ready"')) resolve()
      }),
    )
  })
  await page.goto(address)
  await expect(page).toHaveURL(destination)
  await linked
}

export async function sendMessage(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await page.locator('.composer-send:not(.composer-stop)').click()
}

/** Sends a message and waits for the end of its reply. */
export async function sendAndAwaitReply(page: Page, text: string, reply: string | RegExp): Promise<void> {
  await sendMessage(page, text)
  await expect(newestMessage(page)).toContainText(reply)
  await expect(stopButton(page)).toHaveCount(0)
}

/** Opens the actions of a message: a sheet by a tap on a phone, a menu by pointer and button on a desktop. */
export async function openMessageOptions(message: Locator, isMobile: boolean): Promise<void> {
  if (isMobile) {
    await message.locator('.bubble').tap()
    await expect(message.getByRole('dialog')).toBeVisible()
  } else {
    await message.hover()
    await message.getByRole('button', { name: /^(More options|خيارات أخرى)$/ }).click()
    await expect(message.getByRole('menuitem').first()).toBeFocused()
  }
}

/** Takes one of the actions of a message. */
export async function chooseMessageOption(message: Locator, isMobile: boolean, name: string): Promise<void> {
  await openMessageOptions(message, isMobile)
  await message.getByRole(isMobile ? 'button' : 'menuitem', { name }).click()
}

interface StoredMessage {
  id: string
  role: string
  speaker: { name: string } | null
  status: string
  text: string
}

/** The messages of the active path of the open chat, as stored by the server. */
export async function storedMessages(page: Page): Promise<StoredMessage[]> {
  const chatId = new URL(page.url()).searchParams.get('chat_id') ?? ''
  const { list } = (await callApi(page, `GET /api/chat/getMessages?chat_id=${chatId}`)) as { list: StoredMessage[] } // the contract's page
  return list
}
