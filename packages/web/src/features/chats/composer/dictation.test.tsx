// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { testMessage } from '../realtime/testing/server-model.ts'
import { renderChat } from '../testing/render-chat.tsx'

/** A recorder that delivers one piece when it is stopped. */
class FakeRecorder {
  state = 'inactive'
  mimeType = 'audio/webm'
  ondataavailable?: (event: { data: Blob }) => void
  onstop?: () => void
  start() {
    this.state = 'recording'
  }
  stop() {
    this.state = 'inactive'
    this.ondataavailable?.({ data: new Blob(['sound']) })
    this.onstop?.()
  }
}

let answer: unknown
let forms: FormData[]
let releasedTracks: number

class FakeUpload {
  upload = {}
  response: unknown
  onload?: () => void
  onloadend?: () => void
  open() {}
  setRequestHeader() {}
  abort() {}
  send(form: FormData) {
    forms.push(form)
    this.response = answer
    // As in a browser, after the click that sent it.
    setTimeout(() => {
      this.onload?.()
      this.onloadend?.()
    })
  }
}

beforeEach(() => {
  forms = []
  releasedTracks = 0
  answer = { code: 1, msg: '', data: { text: 'Where to?' } }
  vi.stubGlobal('MediaRecorder', FakeRecorder)
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  const getUserMedia = async () => ({ getTracks: () => [{ stop: () => releasedTracks++ }] })
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true })
})

const press = async ({ user }: { user: { click(element: Element): Promise<void> } }, name: string) =>
  user.click(await screen.findByRole('button', { name }))
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox')

it('says where the recording is sent before the first use, then puts its words into the field', async () => {
  const chat = await renderChat({ transcription: { on_this_machine: false } })
  await press(chat, 'Speak instead of typing')
  expect(await screen.findByText(/sent to a speech service, chosen by the site’s operator/)).toBeTruthy()
  await press(chat, 'Start')
  expect(await screen.findByText('Recording')).toBeTruthy()
  await press(chat, 'Done')
  await waitFor(() => expect(field().value).toBe('Where to?'))
  expect(forms[0]?.get('language')).toBe('en')
  expect(releasedTracks).toBe(1)
  // Known from now on.
  await press(chat, 'Speak instead of typing')
  expect(await screen.findByText('Recording')).toBeTruthy()
})

it('is in the language of the conversation, not in that of the page', async () => {
  const german = testMessage({ id: 'chat-1', text: 'Ich weiß nicht, was du meinst, aber es ist gut.' })
  const short = testMessage({ id: 'chat-2', seq: 2, rev: 2, parent_id: 'chat-1', text: 'Na klar.' })
  const chat = await renderChat({ transcription: { on_this_machine: true }, messages: [german, short] })
  await press(chat, 'Speak instead of typing')
  await press(chat, 'Start')
  await press(chat, 'Done')
  await waitFor(() => expect(forms[0]?.get('language')).toBe('de'))
})

it('says why there are no words, and keeps the field', async () => {
  const chat = await renderChat({ transcription: { on_this_machine: true }, draft: 'Half a thought' })
  answer = { code: 9002, msg: 'We couldn’t turn your speech into text. Try again.', data: null }
  await press(chat, 'Speak instead of typing')
  expect(await screen.findByText(/turned into text on this server/)).toBeTruthy()
  await press(chat, 'Start')
  await press(chat, 'Done')
  expect(await screen.findByText('We couldn’t turn your speech into text. Try again.')).toBeTruthy()
  expect(field().value).toBe('Half a thought')
})

it('sends nothing when it is cancelled', async () => {
  const chat = await renderChat({ transcription: { on_this_machine: true } })
  await press(chat, 'Speak instead of typing')
  await press(chat, 'Start')
  await press(chat, 'Cancel')
  expect(forms).toEqual([])
  await waitFor(() => expect(releasedTracks).toBe(1))
})
