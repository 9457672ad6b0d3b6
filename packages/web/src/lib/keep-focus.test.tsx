// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useKeepFocus } from './keep-focus.ts'

interface PageProps {
  rows: string[]
  disabled?: string
  isEmpty?: boolean
}

function Page({ rows, disabled, isEmpty = false }: PageProps) {
  useKeepFocus()
  return (
    <main id="main">
      {isEmpty ? null : (
        <ul aria-label="Blocked">
          {rows.map((name) => (
            <li key={name}>
              <button type="button" disabled={name === disabled}>
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </main>
  )
}

const button = (name: string) => screen.getByRole('button', { name })

/** Lets the observer report, and waits as long as it does. */
async function settle() {
  await vi.advanceTimersByTimeAsync(1)
  await vi.advanceTimersByTimeAsync(200)
}

describe('the focus of a removed element', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
    cleanup()
  })

  it('moves to the next row of its list, and from the last row to the one before', async () => {
    const { rerender } = render(<Page rows={['Ilse', 'Bram', 'June']} />)
    button('Bram').focus()
    rerender(<Page rows={['Ilse', 'June']} />)
    await settle()
    expect(document.activeElement).toBe(button('June'))
    rerender(<Page rows={['Ilse']} />)
    await settle()
    expect(document.activeElement).toBe(button('Ilse'))
  })

  it('moves to what is around its list, if that has no rows left, until that loses the focus', async () => {
    const { rerender } = render(<Page rows={['Ilse']} />)
    button('Ilse').focus()
    rerender(<Page rows={[]} />)
    await settle()
    const list = screen.getByRole('list')
    expect(document.activeElement).toBe(list)
    rerender(<Page rows={['Bram']} />)
    button('Bram').focus()
    expect(list.hasAttribute('tabindex')).toBe(false)
  })

  it('passes a row without a control that can have it', async () => {
    const { rerender } = render(<Page rows={['Ilse', 'Bram', 'June']} disabled="Bram" />)
    button('Ilse').focus()
    rerender(<Page rows={['Bram', 'June']} disabled="Bram" />)
    await settle()
    expect(document.activeElement).toBe(button('June'))
  })

  it('stays where something else has put it', async () => {
    const { rerender } = render(<Page rows={['Ilse', 'Bram']} />)
    button('Ilse').focus()
    rerender(<Page rows={['Bram']} />)
    button('Bram').focus()
    await settle()
    expect(document.activeElement).toBe(button('Bram'))
  })

  it('is left alone if the element had lost it before, or the content of the page has changed', async () => {
    const { rerender } = render(<Page rows={['Ilse', 'Bram']} />)
    button('Ilse').focus()
    button('Ilse').blur()
    await settle()
    rerender(<Page rows={['Bram']} />)
    await settle()
    expect(document.activeElement).toBe(document.body)
    button('Bram').focus()
    rerender(<Page rows={[]} isEmpty />)
    await settle()
    expect(document.activeElement).toBe(document.body)
  })
})
