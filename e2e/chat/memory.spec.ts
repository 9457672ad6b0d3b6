import type { Locator, Page } from '@playwright/test'
import { openChat, sendAndAwaitReply } from '../support/chat-actions.ts'
import { expect, signIn, test } from '../support/fixtures.ts'

/** Opens a panel from the chat's menu. */
async function openPanel(page: Page, entry: string, title: string): Promise<Locator> {
  await page.locator('.chat-header').getByRole('button', { name: 'More options' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
  const pane = page.getByRole('complementary', { name: title })
  await expect(pane).toBeFocused()
  return pane
}

const factOf = (pane: Locator, words: string) => pane.getByRole('listitem').filter({ hasText: words })

async function addFact(pane: Locator, words: string): Promise<void> {
  await pane.getByRole('button', { name: 'Add a fact' }).click()
  await pane.getByRole('textbox', { name: 'Something to remember' }).fill(words)
  await pane.getByRole('button', { name: 'Save' }).click()
  await expect(factOf(pane, words)).toBeVisible()
}

test('facts are added, changed, pinned, forgotten and restored, and reach the model', { tag: '@desktop' }, async ({
  page,
  context,
  journey,
}) => {
  await signIn(page, journey)
  await openChat(page, 'ilse')
  let pane = await openPanel(page, 'Memory', 'What Ilse Marlow remembers')
  await pane.getByText('What fits').click()
  await expect(pane.getByText('Everything said so far fits, word for word.')).toBeVisible()
  await expect(pane.getByText('Nothing yet. Important details from your chats will appear here.')).toBeVisible()
  await addFact(pane, 'Her sister is called Ana')
  await addFact(pane, 'Takes the 7:10 ferry home')

  const pin = pane.getByRole('button', { name: 'Pin: Her sister is called Ana' })
  await pin.click()
  await expect(pin).toHaveAttribute('aria-pressed', 'true')
  await expect(pin).toBeFocused()

  await pane.getByRole('button', { name: 'Edit: Takes the 7:10 ferry home' }).click()
  const field = pane.getByRole('textbox', { name: 'Edit: Takes the 7:10 ferry home' })
  await field.fill('Takes the 7:40 ferry home')
  await context.setOffline(true)
  await pane.getByRole('button', { name: 'Save' }).click()
  await expect(pane.getByRole('alert')).toBeVisible()
  await expect(field).toHaveValue('Takes the 7:40 ferry home')
  await context.setOffline(false)
  await pane.getByRole('button', { name: 'Save' }).click()
  await expect(factOf(pane, 'Takes the 7:40 ferry home')).toBeVisible()

  await pane.getByRole('button', { name: 'Forget: Takes the 7:40 ferry home' }).click()
  const undo = pane.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  await expect(pane.getByRole('status')).toHaveText('Fact forgotten, along with anything based on it.')
  await undo.click()
  await expect(factOf(pane, 'Takes the 7:40 ferry home')).toBeVisible()
  await expect(pane.getByRole('button', { name: 'Forget: Takes the 7:40 ferry home' })).toBeFocused()

  await pane.getByRole('switch', { name: 'Remember across chats' }).click()
  await expect(pane.getByRole('switch', { name: 'Remember across chats' })).toBeChecked()
  await pane.getByRole('button', { name: 'Close' }).click()

  await sendAndAwaitReply(page, 'Who waits for me?', /./)
  // The greeting is briefly an answer, too.
  await expect.poll(() => JSON.stringify(journey.model.requests.at(-1))).toContain('Her sister is called Ana')

  pane = await openPanel(page, 'Memory', 'What Ilse Marlow remembers')
  await pane.getByRole('button', { name: 'Clear this chat’s memory' }).click()
  const question = page.getByRole('alertdialog')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await pane.getByRole('button', { name: 'Clear this chat’s memory' }).click()
  await question.getByRole('button', { name: 'Clear memory' }).click()
  await expect(pane.getByText('Nothing yet. Important details from your chats will appear here.')).toBeVisible()
})

test('the persona of a chat, and the note to the author, are in the prompt', { tag: '@phone' }, async ({
  page,
  journey,
}) => {
  await signIn(page, journey)
  await openChat(page, 'ilse')
  const pane = await openPanel(page, 'Your role in this chat', 'Your role in this chat')
  await expect(pane.getByRole('radio', { name: /Your nickname/ })).toBeChecked()

  const description = pane.getByRole('textbox', { name: 'Description' })
  await pane.getByRole('button', { name: 'Add a role' }).click()
  await pane.getByRole('textbox', { name: 'Name' }).fill('Vesna')
  await description.fill('I am 16 and I paint.')
  await pane.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(pane.getByRole('alert')).toBeVisible()
  await expect(description).toHaveValue('I am 16 and I paint.')
  await description.fill('A night nurse of 34 who never learnt to swim.')
  await pane.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(pane.getByRole('radio', { name: /Vesna/ })).toBeChecked()

  await pane.getByRole('textbox', { name: 'Note', exact: true }).fill('Keep it slow.')
  await pane.getByRole('slider', { name: 'Position' }).fill('1')
  await expect(pane.getByText('Before the newest message')).toBeVisible()
  await pane.getByRole('button', { name: 'Save note' }).click()
  await expect(pane.getByRole('button', { name: 'Remove note' })).toBeVisible()
  await pane.getByRole('button', { name: 'Close' }).click()

  await sendAndAwaitReply(page, 'Any news?', /./)
  const seen = () => JSON.stringify(journey.model.requests.at(-1))
  await expect.poll(seen).toContain('A night nurse of 34')
  expect(seen()).toContain('Keep it slow.')
})
