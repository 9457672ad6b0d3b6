import { composer, newestMessage, openChat, sendAndAwaitReply, sendMessage } from '../support/chat-actions.ts'
import { expect, signInByApi, test } from '../support/fixtures.ts'

test('suggests three replies, fills the composer with one and restores the text that was there', {
  tag: '@phone',
}, async ({ page, journey }) => {
  const { model } = journey
  await signInByApi(page, journey)
  await openChat(page, 'ilse')
  model.behave({ mode: 'scripted', script: ['The tide is out.'] })
  await sendAndAwaitReply(page, 'Good evening', 'The tide is out.')

  const lamp = page.getByRole('button', { name: 'Help me reply' })
  const ideas = page.getByRole('group', { name: 'Reply ideas' })
  model.behave({
    mode: 'scripted',
    script: ['What did I leave behind?\n*I lift the lantern.* Then show me.\nIf it’s my umbrella, I’ll scream.'],
  })
  await composer(page).fill('Half a thought')
  await lamp.click()
  await expect(ideas.getByRole('status')).toHaveText('Three reply ideas are ready')
  await expect(ideas.getByRole('button', { name: 'Curious What did I leave behind?' })).toBeFocused()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}-ideas.png` })
  await ideas.getByRole('button', { name: /^Playful/ }).click()
  await expect(composer(page)).toHaveValue('If it’s my umbrella, I’ll scream.')
  await expect(composer(page)).toBeFocused()
  await page.getByRole('button', { name: 'Restore my text' }).click()
  await expect(composer(page)).toHaveValue('Half a thought')

  // Typing cancels suggestions that are being generated.
  model.behave({ mode: 'normal', words: 200, delayMs: 50 })
  await lamp.click()
  await expect(ideas.getByRole('status')).toHaveText('Thinking of three replies')
  await composer(page).pressSequentially('!')
  await expect(ideas).toBeHidden()

  // No suggestions are offered while a reply is being written.
  await sendMessage(page, 'Go on')
  await expect(lamp).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(newestMessage(page).getByText('Stopped')).toBeVisible()
  await expect(lamp).toBeEnabled()
})

test('a reply is played in its character’s voice, with its progress, and one is read aloud automatically', {
  tag: '@desktop',
}, async ({ page, journey }) => {
  journey.model.behave({
    mode: 'scripted',
    script: ['*She nods.* The kettle is on, and the tide is still out tonight. ', 'Sit. '.repeat(30)],
  })
  await signInByApi(page, journey)
  await page.addInitScript(() => {
    class Fake {
      onresult: ((event: object) => void) | null = null
      onend: (() => void) | null = null
      lang = ''
      start() {
        const said = (words: string, isFinal: boolean) =>
          this.onresult?.({ resultIndex: 0, results: [Object.assign([{ transcript: words }], { isFinal })] })
        setTimeout(() => said('good eve', false), 50)
        setTimeout(() => said(`Good evening in ${this.lang}`, true), 400)
      }
      stop() {
        this.onend?.()
      }
      abort() {}
    }
    Object.assign(window, { SpeechRecognition: Fake })
  })
  await openChat(page, 'ilse')
  await sendAndAwaitReply(page, 'Hello', 'Sit.')

  await newestMessage(page).getByRole('button', { name: 'Listen' }).click()
  const player = page.getByRole('group', { name: 'Audio of this message' })
  const position = player.getByRole('slider', { name: 'Position' })
  await expect(player.getByText('AI voice')).toBeVisible()
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect(player.locator('svg rect')).toHaveCount(36)
  await player.getByRole('button', { name: 'Pause' }).click()
  const before = Number(await position.inputValue())
  await position.press('ArrowRight')
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(before + 4)
  await expect(position).toHaveAttribute('aria-valuetext', /^0:\d\d of 0:\d\d$/)
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}-player.png` })
  await player.getByRole('button', { name: 'Speed 1×' }).click()
  await expect(player.getByRole('button', { name: 'Speed 1.2×' })).toBeVisible()
  await player.getByRole('button', { name: 'Close the player' }).click()
  await expect(player).toBeHidden()

  await page.evaluate(() => localStorage.setItem('everkin-device', JSON.stringify({ readAloud: true, speed: 1.5 })))
  await page.reload()
  await sendAndAwaitReply(page, 'And now?', 'Sit.')
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible()
  await composer(page).fill('I')
  await expect(player).toBeHidden()

  // Speech recognition by the browser, which first says where it may send the audio.
  await composer(page).fill('')
  await page.getByRole('button', { name: 'Speak instead of typing' }).click()
  await expect(page.getByText('Your browser turns speech into text.')).toBeVisible()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}-dictation.png` })
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByText('good eve')).toBeVisible()
  await expect(composer(page)).toHaveValue('Good evening in en-GB')
  await page.getByRole('button', { name: 'Stop dictating' }).click()
  await expect(page.getByText('Listening')).toBeHidden()
})
