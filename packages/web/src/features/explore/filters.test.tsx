// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakeApi, renderPart } from '../chats/testing/render-chat.tsx'
import { readExploreQuery } from './explore-query.ts'
import { Filters } from './filters.tsx'

it('shows a chosen gender as a link that removes it, and says so', () => {
  const query = readExploreQuery(new URLSearchParams('gender=female&tag=cosy'))
  renderPart(<Filters path="/" query={query} tags={[]} />, { api: new FakeApi() })
  const chip = screen.getByRole('link', { name: 'Remove filter: Female' })
  expect(chip.textContent).toBe('Female')
  expect(chip.getAttribute('href')).toBe('/?tag=cosy')
})
