// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLanguage, LanguageContext } from '../i18n/use-text.ts'
import { Dialog } from './dialog.tsx'

const LANGUAGE = createLanguage('en', { shell: { actions: { close: 'Close' } } })

function InEnglish({ children }: { children: ReactNode }) {
  return <LanguageContext value={LANGUAGE}>{children}</LanguageContext>
}

function drawSheet(kind: 'normal' | 'alert' = 'normal') {
  const onClose = vi.fn()
  render(
    <Dialog open onClose={onClose} title="Options" kind={kind}>
      Words
    </Dialog>,
    { wrapper: InEnglish },
  )
  const head = screen.getByRole('heading', { name: 'Options' }).parentElement ?? document.body
  head.setPointerCapture = () => {}
  return { onClose, head, sheet: head.closest('dialog') }
}

describe('a dialog', () => {
  afterEach(cleanup)

  it('gives the focus to the next row, if that of its opener was deleted, else to what was around it', () => {
    const { rerender } = render(<Deletable rows={['Ilse', 'Bram']} />, { wrapper: InEnglish })
    screen.getByRole('button', { name: 'Delete Ilse' }).focus()
    rerender(<Deletable rows={['Ilse', 'Bram']} isAsking />)
    rerender(<Deletable rows={['Bram']} isAsking />)
    rerender(<Deletable rows={['Bram']} />)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete Bram' }))
    rerender(<Deletable rows={['Bram']} isAsking />)
    rerender(<Deletable rows={[]} />)
    expect(document.activeElement).toBe(screen.getByRole('list'))
  })

  it('that must be answered ignores Esc, which browsers let close it the second time', () => {
    for (const insistent of [true, false]) {
      render(
        <Dialog open onClose={() => {}} title="Your bank" insistent={insistent}>
          Confirm?
        </Dialog>,
        { wrapper: InEnglish },
      )
      // fireEvent returns false for an event whose default was prevented.
      expect(fireEvent.keyDown(screen.getByText('Confirm?'), { key: 'Escape' })).toBe(!insistent)
      cleanup()
    }
  })
})

function Deletable({ rows, isAsking = false }: { rows: string[]; isAsking?: boolean }) {
  return (
    <main id="main" tabIndex={-1}>
      <ul>
        {rows.map((name) => (
          <li key={name}>
            <button type="button">Delete {name}</button>
          </li>
        ))}
      </ul>
      <Dialog open={isAsking} onClose={() => {}} title="Delete it?">
        <button type="button">Yes</button>
      </Dialog>
    </main>
  )
}

describe('a dialog as a sheet', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    cleanup()
  })
  const narrow = () => vi.stubGlobal('matchMedia', () => ({ matches: false }))

  it('follows the finger down, and closes when it is let go far enough', () => {
    narrow()
    const { head, sheet, onClose } = drawSheet()
    fireEvent.pointerDown(head, { pointerType: 'touch', pointerId: 1, clientY: 100 })
    fireEvent.pointerMove(head, { pointerId: 1, clientY: 260 })
    expect(sheet?.style.translate).toBe('0 160px')
    fireEvent.pointerMove(head, { pointerId: 1, clientY: 40 })
    expect(sheet?.style.translate).toBe('0 0px')
    fireEvent.pointerUp(head, { pointerId: 1, clientY: 260 })
    expect(onClose).toHaveBeenCalledTimes(1)
    expect(sheet?.style.translate).toBe('')
  })

  it('stays when the finger goes up, or the touch is taken away', () => {
    narrow()
    const { head, onClose } = drawSheet()
    fireEvent.pointerDown(head, { pointerType: 'touch', pointerId: 1, clientY: 100 })
    fireEvent.pointerUp(head, { pointerId: 1, clientY: 20 })
    fireEvent.pointerDown(head, { pointerType: 'touch', pointerId: 1, clientY: 100 })
    fireEvent.pointerCancel(head, { pointerId: 1, clientY: 400 })
    expect(onClose).not.toHaveBeenCalled()
  })

  it('is not dragged with a mouse, on wide screens, or where a question must be answered', () => {
    narrow()
    const mouse = drawSheet()
    fireEvent.pointerDown(mouse.head, { pointerType: 'mouse', pointerId: 1, clientY: 100 })
    fireEvent.pointerUp(mouse.head, { pointerId: 1, clientY: 400 })
    cleanup()
    const question = drawSheet('alert')
    fireEvent.pointerDown(question.head, { pointerType: 'touch', pointerId: 1, clientY: 100 })
    fireEvent.pointerUp(question.head, { pointerId: 1, clientY: 400 })
    cleanup()
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    const wide = drawSheet()
    fireEvent.pointerDown(wide.head, { pointerType: 'touch', pointerId: 1, clientY: 100 })
    fireEvent.pointerUp(wide.head, { pointerId: 1, clientY: 400 })
    for (const { onClose } of [mouse, question, wide]) expect(onClose).not.toHaveBeenCalled()
  })
})
