// @vitest-environment happy-dom
import type { CheckinDay } from '@everkin/contract/types.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPart } from '../chats/testing/render-chat.tsx'
import { CheckinWeek } from './checkin-week.tsx'

/** Monday 23 to Sunday 29 November 2026, with Friday as today. */
const WEEK = Array.from(
  { length: 7 },
  (_, index): CheckinDay => ({
    date: `2026-11-${23 + index}`,
    is_today: index === 4,
    is_checkin: index === 2,
    streak_day: 1,
    message_num: 5,
    coin_num: 0,
  }),
)
const shown = () => screen.getAllByRole('listitem').map((day) => day.querySelector('.visually-hidden')?.textContent)

it('tells days before the person joined from missed ones', () => {
  renderPart(<CheckinWeek week={WEEK} joinedAt="2026-11-25T12:00:00.000Z" isLighting={false} />)
  expect(shown()).toEqual([
    'Monday, before you joined',
    'Tuesday, before you joined',
    'Wednesday, checked in',
    'Thursday',
    'Today: 5 messages',
    'Saturday: 5 messages',
    'Sunday: 5 messages',
  ])
  expect(document.querySelectorAll('.checkin-before')).toHaveLength(2)
})

it('shows every unlit past day as missed to someone who joined before the week', () => {
  renderPart(<CheckinWeek week={WEEK} joinedAt="2026-10-01T12:00:00.000Z" isLighting={false} />)
  expect(shown().slice(0, 4)).toEqual(['Monday', 'Tuesday', 'Wednesday, checked in', 'Thursday'])
  expect(document.querySelector('.checkin-before')).toBeNull()
})
