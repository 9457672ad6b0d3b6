// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useKeepFocus } from './keep-focus.ts'

function Page({ rows, isEmpty = false }: { rows: string[]; isEmpty?: boolean }) {
  useKeepFocus()
  return (
    <main id="main">
      {isEmpty ? null : (
        <ul aria-label="Blocked">
          {rows.map((name) => (
            <li key={name}>
              <button type="button">{name}</button>
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

  it('moves to what is around it, until that loses the focus', async () => {
    const { rerender } = render(<Page rows={['Ilse', 'Bram']} />)
    button('Ilse').focus()
    rerender(<Page rows={['Bram']} />)
    await settle()
    const list = screen.getByRole('list')
    expect(document.activeElement).toBe(list)
    button('Bram').focus()
    expect(list.hasAttribute('tabindex')).toBe(false)
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
