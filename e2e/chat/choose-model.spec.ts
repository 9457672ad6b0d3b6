import {
  chooseMessageOption,
  messages,
  newestMessage,
  openChat,
  sendMessage,
  stopButton,
} from '../support/chat-actions.ts'
import { expect, signInByApi, test } from '../support/fixtures.ts'

const FILE = JSON.stringify({ temp: 0.9, rep_pen: 1.1, genamt: 120, tfs: 0.95, custom_stopping_strings: '["THE END"]' })

test('imports a preset, makes it the one of new chats, and chooses model and preset in a chat', async ({
  page,
  journey,
  isMobile,
}) => {
  await signInByApi(page, journey)
  await page.goto('/set')
  const section = page.getByRole('region', { name: 'Models and presets' })
  await section
    .getByLabel('Import a file')
    .setInputFiles({ name: 'Slow burn.json', mimeType: 'application/json', buffer: Buffer.from(FILE) })
  const form = page.getByRole('dialog', { name: 'New preset' })
  await expect(form.getByText('This is a Text Completion preset from SillyTavern.')).toBeVisible()
  await expect(form.getByText('tfs')).toBeVisible()
  await expect(form.getByRole('spinbutton', { name: 'Temperature' })).toHaveValue('0.9')
  await form.getByRole('textbox', { name: 'Name' }).fill('Slower burn')
  await form.getByRole('button', { name: 'Save preset' }).click()
  await expect(section.getByRole('listitem').getByText('Slower burn', { exact: true })).toBeVisible()
  await section.getByRole('combobox', { name: 'Preset for new chats' }).selectOption('Slower burn')
  const download = page.waitForEvent('download')
  await section.getByRole('button', { name: 'Options for Slower burn' }).click()
  // Once it is in its place, the menu gives its first entry the focus.
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
  await page.getByRole('menuitem', { name: 'Export for SillyTavern (Text Completion)' }).click()
  expect((await download).suggestedFilename()).toBe('everkin-preset-slower-burn.json')

  await openChat(page, 'ilse')
  journey.model.behave({ mode: 'scripted', script: ['The first. ', 'THE END ', 'Never shown.'] })
  await sendMessage(page, 'Good evening.')
  await expect(newestMessage(page)).toContainText('The first.')
  await expect(stopButton(page)).toHaveCount(0)
  await expect(newestMessage(page)).not.toContainText('Never shown')
  await page.getByRole('button', { name: /^Model: / }).click()
  const panel = page.getByRole('complementary', { name: 'Model and preset' })
  await expect(panel.getByRole('radio', { name: 'Slower burn' })).toBeChecked()
  // A choice is stored before it is shown as made.
  await panel.getByRole('radio', { name: /^Wild/ }).click()
  await expect(panel.getByRole('radio', { name: /^Wild/ })).toBeChecked()
  await panel.getByRole('radio', { name: /^everkin-test/ }).click()
  await expect(panel.getByRole('radio', { name: /^everkin-test/ })).toBeChecked()
  await panel.getByRole('button', { name: 'Close' }).click()
  await page.reload()
  await page.getByRole('button', { name: /^Model: / }).click()
  await expect(panel.getByRole('radio', { name: /^Wild/ })).toBeChecked()
  await expect(panel.getByRole('radio', { name: /^everkin-test/ })).toBeChecked()
  await panel.getByRole('button', { name: 'Close' }).click()

  journey.model.behave({ mode: 'scripted', script: ['The second. ', 'THE END ', 'Shown now.'] })
  await chooseMessageOption(newestMessage(page), isMobile, 'Try another model')
  await page
    .getByRole('dialog', { name: 'Try another model' })
    .getByRole('button', { name: /everkin-test/ })
    .click()
  await expect(newestMessage(page)).toContainText('Shown now.')
  await expect(messages(page)).toHaveCount(3)
})
