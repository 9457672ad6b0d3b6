// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createLanguage, LanguageContext } from '../i18n/use-text.ts'
import { ToastProvider, type Toasts, useToast } from './toast.tsx'

const LANGUAGE = createLanguage('en', { shell: { actions: { close: 'Close' } } })

afterEach(cleanup)

it('closes a toast for whoever showed it, but not one that has replaced it', () => {
  const shown: { toasts?: Toasts } = {}
  function Page() {
    shown.toasts = useToast()
    return null
  }
  render(
    <LanguageContext value={LANGUAGE}>
      <ToastProvider>
        <Page />
      </ToastProvider>
    </LanguageContext>,
  )
  const show = (text: string) => {
    let close = () => {}
    act(() => {
      close = shown.toasts?.show(text, 'error') ?? close
    })
    return () => act(close)
  }
  const told = () => screen.getByRole('alert').querySelector('.toast > span')?.textContent ?? null
  const closeFirst = show('The first')
  expect(told()).toBe('The first')
  const closeSecond = show('The second')
  closeFirst()
  expect(told()).toBe('The second')
  closeSecond()
  expect(told()).toBeNull()
})
