import { composer, enterChat, newest, say, talk } from './chat-room.ts'
import { arrive, expect, test } from './journey.ts'

test('offers three things to say, fills the field with one and gives back what stood there', async ({
  page,
  journey,
}) => {
  const { model } = journey
  await arrive(page, journey)
  await enterChat(page, 'ilse')
  model.behave({ mode: 'scripted', script: ['The tide is out.'] })
  await talk(page, 'Good evening', 'The tide is out.')

  const lamp = page.getByRole('button', { name: 'Help me reply' })
  const ideas = page.getByRole('group', { name: 'Reply ideas' })
  model.behave({
    mode: 'scripted',
    script: ['What did I leave behind?\n*I lift the lantern.* Then show me.\nIf it’s my umbrella, I’ll scream.'],
  })
  await composer(page).fill('Half a thought')
  await lamp.click()
  await expect(ideas.getByRole('status')).toHaveText('Three reply ideas are here')
  await expect(ideas.getByRole('button', { name: 'Curious What did I leave behind?' })).toBeFocused()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}-ideas.png` })
  await ideas.getByRole('button', { name: /^Playful/ }).click()
  await expect(composer(page)).toHaveValue('If it’s my umbrella, I’ll scream.')
  await expect(composer(page)).toBeFocused()
  await page.getByRole('button', { name: 'Bring back what I had written' }).click()
  await expect(composer(page)).toHaveValue('Half a thought')

  // Typing while they are thought of lets go of them.
  model.behave({ mode: 'normal', words: 200, delayMs: 50 })
  await lamp.click()
  await expect(ideas.getByRole('status')).toHaveText('Thinking of three replies')
  await composer(page).pressSequentially('!')
  await expect(ideas).toBeHidden()

  // Nothing is offered while a reply is being written.
  await say(page, 'Go on')
  await expect(lamp).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(newest(page).getByText('Stopped')).toBeVisible()
  await expect(lamp).toBeEnabled()
})
