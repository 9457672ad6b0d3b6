// @vitest-environment happy-dom
import { act } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LocalTime } from './local-time.tsx'
import { type RenderClock, RenderClockContext } from './reader-clock.ts'
import { createLanguage, LanguageContext } from './use-text.ts'

const ISO = '2026-11-20T15:50:00Z'

const page = (clock: RenderClock | null) => (
  <LanguageContext value={createLanguage('en', {})}>
    <RenderClockContext value={clock}>
      <LocalTime iso={ISO} as="time" />
    </RenderClockContext>
  </LanguageContext>
)

describe('LocalTime', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('is in the reader’s zone from the server on', () => {
    const html = renderToString(page({ timeZone: 'Asia/Tokyo', nowMs: Date.parse(ISO) }))
    expect(html).toBe(`<time dateTime="${ISO}">00:50</time>`)
  })

  it('is hidden while nobody knows the zone', () => {
    expect(renderToString(page(null))).toContain('class="time-pending"')
  })

  it('is hydrated without a mismatch, and then follows the device', async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    const device = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }).format(new Date(ISO))
    for (const clock of [null, { timeZone: 'Asia/Kathmandu', nowMs: Date.parse(ISO) }]) {
      const container = document.createElement('div')
      container.innerHTML = renderToString(page(clock))
      const onRecoverableError = vi.fn()
      const root = await act(() => hydrateRoot(container, page(clock), { onRecoverableError }))
      expect(onRecoverableError).not.toHaveBeenCalled()
      expect(container.innerHTML).toBe(`<time datetime="${ISO}">${device}</time>`)
      act(() => root.unmount())
    }
  })
})
