// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { appealPage, tellUnlessAtField } from '../../lib/appeal-at-field.ts'
import { type StoppedText, stoppedText } from '../../lib/stopped-text.ts'
import { FieldError } from './field-error.tsx'

const STOPPED: StoppedText = { call: 'POST /api/persona/add', body: {}, message: 'We can’t save this.' }

/** Whether a toast would tell of it. */
function isLeftToToast(stopped: StoppedText): boolean {
  let isTold = false
  tellUnlessAtField(stopped, () => {
    isTold = true
    return () => {}
  })
  return isTold
}

function show(message: string | null) {
  render(<FieldError>{message}</FieldError>)
}

describe('the error of a field', () => {
  afterEach(() => {
    cleanup()
    stoppedText.set(null)
    appealPage.set(null)
  })

  it('offers an appeal for the latest stop, and no toast repeats it', () => {
    const open = vi.fn()
    appealPage.set({ label: () => 'Appeal', open })
    const stopped = { ...STOPPED }
    stoppedText.set(stopped)
    show(STOPPED.message)
    expect(screen.getByRole('alert').textContent).toBe('We can’t save this. Appeal')
    fireEvent.click(screen.getByRole('button', { name: 'Appeal' }))
    expect(open).toHaveBeenCalledTimes(1)
    expect(isLeftToToast(stopped)).toBe(false)
  })

  it('has none for another error, and leaves the stop to a toast', () => {
    appealPage.set({ label: () => 'Appeal', open: () => {} })
    const stopped = { ...STOPPED }
    stoppedText.set(stopped)
    show('The name is too long.')
    expect(screen.getByRole('alert').textContent).toBe('The name is too long.')
    expect(screen.queryByRole('button')).toBeNull()
    expect(isLeftToToast(stopped)).toBe(true)
  })

  it('has none for people who cannot appeal', () => {
    stoppedText.set({ ...STOPPED })
    show(STOPPED.message)
    expect(screen.getByRole('alert').textContent).toBe(STOPPED.message)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('keeps its place while there is none', () => {
    show(null)
    expect(screen.getByRole('alert').textContent).toBe('')
  })
})
