// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, it, vi } from 'vitest'
import { createLanguage, LanguageContext } from '../../i18n/use-text.ts'
import { ToastProvider } from '../../ui/toast.tsx'
import { announceAfterReload, useAnnouncement } from './sign-out.tsx'

const TEXTS = { accounts: { signedOut: 'Signed out' } }

function Page() {
  useAnnouncement()
  return null
}

/** Renders the page; called again, it renders it with new data, as after every reload of a route’s data. */
function openDocument(): { render: () => string; close: () => void } {
  const container = document.createElement('div')
  const root = createRoot(container)
  return {
    render: () => {
      act(() =>
        root.render(
          <LanguageContext value={createLanguage('en', TEXTS)}>
            <ToastProvider>
              <Page />
            </ToastProvider>
          </LanguageContext>,
        ),
      )
      return container.textContent
    },
    close: () => {
      window.dispatchEvent(new Event('pagehide'))
      act(() => root.unmount())
    },
  }
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  sessionStorage.clear()
  return () => vi.unstubAllGlobals()
})

it('announces the sign-out on the next page, once, although this one is rendered again before it ends', () => {
  const before = openDocument()
  before.render()
  announceAfterReload('signedOut')
  expect(before.render()).toBe('')
  before.close()
  const next = openDocument()
  expect(next.render()).toBe('Signed out')
  next.close()
  expect(openDocument().render()).toBe('')
})
