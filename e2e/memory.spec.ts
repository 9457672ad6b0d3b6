import { enterChat, newest, talk } from './chat-room.ts'
import { expect, signIn, test } from './journey.ts'

test('who somebody is in a chat, and their note to the author, are in what the model sees', async ({
  page,
  journey,
}) => {
  await signIn(page, journey)
  await enterChat(page, 'ilse')
  await page.getByRole('button', { name: 'More options' }).first().click()
  await page.getByRole('menuitem', { name: 'You in this chat' }).click()
  const pane = page.getByRole('complementary', { name: 'You in this chat' })
  await expect(pane.getByRole('radio', { name: /Your nickname/ })).toBeChecked()

  await pane.getByRole('button', { name: 'Add a role' }).click()
  await pane.getByRole('textbox', { name: 'Name' }).fill('Vesna')
  await pane.getByRole('textbox', { name: 'Description' }).fill('I am 16 and I paint.')
  await pane.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(pane.getByRole('alert')).toBeVisible()
  await expect(pane.getByRole('textbox', { name: 'Description' })).toHaveValue('I am 16 and I paint.')
  await pane.getByRole('textbox', { name: 'Description' }).fill('A night nurse of 34 who never learnt to swim.')
  await pane.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(pane.getByRole('radio', { name: /Vesna/ })).toBeChecked()

  await pane.getByRole('textbox', { name: 'The note' }).fill('Keep it slow.')
  await pane.getByRole('slider', { name: 'Where it stands' }).fill('1')
  await expect(pane.getByText('Before the newest message')).toBeVisible()
  await pane.getByRole('button', { name: 'Save the note' }).click()
  await expect(pane.getByRole('button', { name: 'Remove it' })).toBeVisible()
  await pane.getByRole('button', { name: 'Close' }).click()

  await talk(page, 'Any news?', /./)
  const seen = JSON.stringify(journey.model.requests.at(-1))
  expect(seen).toContain('A night nurse of 34')
  expect(seen).toContain('Keep it slow.')
  await expect(newest(page)).toBeVisible()
})
