// @vitest-environment happy-dom
import type { User } from '@everkin/contract/types.ts'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { PAGE_LOAD_MS, type Session, SessionProvider, useSession } from './session.tsx'

const walletOf = (messages: number) => ({ message_num: messages }) as User['wallet'] // the only field that is shown
const personWith = (messages: number, id = 'mara') => ({ id, wallet: walletOf(messages) }) as User // and its owner

let session: Session

function Balance() {
  session = useSession()
  return <output>{session.person?.wallet.message_num}</output>
}

const pageFor = (person: User) => (
  <SessionProvider person={person} isPc lang="en">
    <Balance />
  </SessionProvider>
)
const shown = () => screen.getByRole('status').textContent

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('keeps the wallet of a live event when page data that was requested before it arrives', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(50_000)
  const { rerender } = render(pageFor(personWith(0)))
  act(() => session.setWallet(walletOf(4)))
  rerender(pageFor(personWith(5)))
  expect(shown()).toBe('4')
  now.mockReturnValue(50_000 + PAGE_LOAD_MS)
  rerender(pageFor(personWith(9)))
  expect(shown()).toBe('9')
})

it('shows the wallet of another person at once', () => {
  vi.spyOn(performance, 'now').mockReturnValue(50_000)
  const { rerender } = render(pageFor(personWith(0)))
  act(() => session.setWallet(walletOf(4)))
  rerender(pageFor(personWith(7, 'noor')))
  expect(shown()).toBe('7')
})

it('ignores a response that was requested before the last live event', () => {
  vi.spyOn(performance, 'now').mockReturnValue(50_000)
  render(pageFor(personWith(0)))
  act(() => session.setWallet(walletOf(4)))
  act(() => session.setWallet(walletOf(5), 49_999))
  expect(shown()).toBe('4')
  act(() => session.setWallet(walletOf(6), 50_001))
  expect(shown()).toBe('6')
})
