// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { FakeApi, PERSON, Refusal, renderPart } from '../../features/chats/testing/render-chat.tsx'
import { SessionProvider } from '../../session/session.tsx'
import { LanguageMenu } from './language-menu.tsx'

const SAVE = 'POST /api/user/profile'
let leave: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  leave = vi.spyOn(window.location, 'assign').mockReturnValue()
  return () => void vi.restoreAllMocks()
})

async function chooseGerman(person: typeof PERSON | null, api = new FakeApi().on(SAVE, () => PERSON)) {
  const menu = (
    <SessionProvider person={person} isPc lang="en">
      <LanguageMenu />
    </SessionProvider>
  )
  const { user } = renderPart(menu, { api })
  await user.click(screen.getByText('Deutsch'))
  expect(leave).toHaveBeenCalledExactlyOnceWith('/de')
  return api.inputsOf(SAVE)
}

it('stores the language for the emails of a signed-in person, and changes the page at once', async () => {
  const neverAnswers = new FakeApi().on(SAVE, () => new Promise(() => {}))
  expect(await chooseGerman(PERSON, neverAnswers)).toEqual([{ lang: 'de' }])
  expect(document.cookie).toContain('i18n_redirected=de')
})

it('changes the page even if the profile cannot be saved', async () => {
  const refuses = new FakeApi().on(SAVE, () => new Refusal('Unavailable', 'Try again later.'))
  expect(await chooseGerman(PERSON, refuses)).toHaveLength(1)
  expect(screen.queryByText('Try again later.')).toBeNull()
})

it('stores nothing for visitors', async () => {
  expect(await chooseGerman(null)).toEqual([])
})

it('stores nothing in an incomplete profile', async () => {
  expect(await chooseGerman({ ...PERSON, nickname: '' })).toEqual([])
})
