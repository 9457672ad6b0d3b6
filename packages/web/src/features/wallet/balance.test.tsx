// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PERSON, renderPart } from '../chats/testing/render-chat.tsx'
import { Balance, BalanceUse } from './balance.tsx'

const show = (messagePrice: number | null) =>
  renderPart(
    <>
      <Balance wallet={PERSON.wallet} messagePrice={messagePrice} />
      <BalanceUse wallet={PERSON.wallet} messagePrice={messagePrice} />
    </>,
  )

it('says that messages are free only where no model takes any', () => {
  show(null)
  expect(screen.getByText(/^Messages are free on this site\./)).toBeTruthy()
  expect(screen.queryByText('12')).toBeNull()
})

it('shows the messages held where only other models than the default one take any', () => {
  show(0)
  expect(screen.getByText(/^Messages are free with this site’s default model\. Other models/)).toBeTruthy()
  expect(screen.getByText('12')).toBeTruthy()
})

it('says what a message takes', () => {
  show(2)
  expect(screen.getByText(/uses 2 messages/)).toBeTruthy()
})
