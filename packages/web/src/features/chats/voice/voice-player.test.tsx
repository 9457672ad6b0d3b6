// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { setDeviceSettings } from '../../../lib/device-settings.ts'
import { testMessage } from '../realtime/testing/server-model.ts'
import { FakeApi, GREETING, Refusal, renderChat } from '../testing/render-chat.tsx'
import { stopPlayback } from './now-playing.ts'

/** The browser's audio element: a sound of ten seconds that plays on demand. */
class FakeAudio extends EventTarget {
  static newest: FakeAudio
  src = ''
  paused = true
  currentTime = 0
  duration = 10
  defaultPlaybackRate = 1
  playbackRate = 1
  error = null
  buffered = { length: 0 }

  constructor() {
    super()
    FakeAudio.newest = this
  }
  async play() {
    this.paused = false
    this.dispatchEvent(new Event('durationchange'))
    this.dispatchEvent(new Event('playing'))
  }
  pause() {
    this.paused = true
    this.dispatchEvent(new Event('pause'))
  }
  load() {}
  removeAttribute() {
    this.src = ''
  }
}

afterEach(() => {
  act(() => stopPlayback())
  setDeviceSettings({ speed: 1 })
})

async function listen(api: FakeApi) {
  vi.stubGlobal('Audio', FakeAudio)
  vi.stubGlobal('MediaSource', undefined)
  Reflect.deleteProperty(window, 'MediaSource')
  const reply = testMessage({ id: 'chat-2', seq: 2, rev: 2, parent_id: 'chat-1', text: 'Come in.' })
  const drawn = await renderChat({ messages: [GREETING, reply], api })
  await drawn.user.click(screen.getByRole('button', { name: 'Listen' }))
  return { ...drawn, player: within(await screen.findByRole('group', { name: 'Audio of this message' })) }
}
const withVoice = () => new FakeApi().on('GET /api/chat/audioLink', () => ({ url: '/voice.mp3' }))

it('plays a message, labels the voice as AI, and pauses', async () => {
  const api = withVoice()
  const { user, player } = await listen(api)
  const pause = await player.findByRole('button', { name: 'Pause' })
  expect(api.inputsOf('GET /api/chat/audioLink')).toEqual([{ message_id: 'chat-2' }])
  expect(FakeAudio.newest.src).toBe('/voice.mp3')
  expect(player.getByText('AI voice')).toBeTruthy()
  await user.click(pause)
  expect(FakeAudio.newest.paused).toBe(true)
  await user.click(player.getByRole('button', { name: 'Play' }))
  expect(FakeAudio.newest.paused).toBe(false)
})

it('seeks by arrow keys, within the sound', async () => {
  const { player } = await listen(withVoice())
  const position = await player.findByRole('slider', { name: 'Position' })
  await vi.waitFor(() => expect(position.getAttribute('aria-valuetext')).toBe('0:00 of 0:10'))
  fireEvent.keyDown(position, { key: 'ArrowRight' })
  expect(position.getAttribute('aria-valuetext')).toBe('0:05 of 0:10')
  fireEvent.keyDown(position, { key: 'ArrowRight' })
  expect(FakeAudio.newest.currentTime).toBeLessThan(10)
  fireEvent.keyDown(position, { key: 'ArrowLeft' })
  fireEvent.keyDown(position, { key: 'ArrowLeft' })
  expect(FakeAudio.newest.currentTime).toBe(0)
})

it('cycles the speed on press, and remembers it', async () => {
  const { user, player } = await listen(withVoice())
  const before = FakeAudio.newest.playbackRate
  await user.click(await player.findByRole('button', { name: /^Speed/ }))
  expect(FakeAudio.newest.playbackRate).not.toBe(before)
})

it('stops when it is closed', async () => {
  const { user, player } = await listen(withVoice())
  await player.findByRole('button', { name: 'Pause' })
  await user.click(player.getByRole('button', { name: 'Close the player' }))
  expect(screen.queryByRole('group', { name: 'Audio of this message' })).toBeNull()
  expect(FakeAudio.newest.paused).toBe(true)
  expect(FakeAudio.newest.src).toBe('')
})

it('says why there is no voice if the device has none either', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const api = new FakeApi().on('GET /api/chat/audioLink', () => new Refusal('Unavailable', 'No voice just now.'))
    const { player } = await listen(api)
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(await player.findByText('No voice just now.')).toBeTruthy()
  } finally {
    vi.useRealTimers()
  }
})
