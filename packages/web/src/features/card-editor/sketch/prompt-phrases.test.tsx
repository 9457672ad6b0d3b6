// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakeApi, renderPart } from '../../chats/testing/render-chat.tsx'
import { PromptPhrases } from './prompt-phrases.tsx'

it('lights the words of a prompt that the painter shows, and names the others', () => {
  renderPart(<PromptPhrases prompt=" long black hair, lobster " />, { api: new FakeApi() })
  expect(screen.getByRole('list', { name: 'Included in the picture' }).textContent).toBe('long black hair')
  expect(screen.getByText('lobster')).toBeTruthy()
})

it('shows nothing for a prompt without words', () => {
  renderPart(<PromptPhrases prompt="  " />, { api: new FakeApi() })
  expect(document.querySelector('.sketch-phrases')).toBeNull()
})
