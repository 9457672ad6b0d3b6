import { describe, expect, it } from 'vitest'
import { dateFormat } from './date-formats.ts'

describe('dateFormat', () => {
  it('makes a formatter once', () => {
    const options = { dateStyle: 'short', timeZone: 'Asia/Tokyo' } as const
    expect(dateFormat('en-GB', options)).toBe(dateFormat('en-GB', { ...options }))
    expect(dateFormat('de-DE', options)).not.toBe(dateFormat('en-GB', options))
  })

  it('keeps a bounded number, however readers spell their zone', () => {
    const first = dateFormat('en-GB', { timeZone: 'UTC' })
    const letters = [...'america/new_york']
    for (let i = 0; i < 1_500; i++) {
      const timeZone = letters.map((letter, at) => ((i >> at) & 1 ? letter.toUpperCase() : letter)).join('')
      dateFormat('en-GB', { dateStyle: 'short', timeZone })
    }
    expect(dateFormat('en-GB', { timeZone: 'UTC' })).not.toBe(first)
    expect(dateFormat('en-GB', { timeZone: 'UTC' }).format(0)).toBe('01/01/1970')
  })
})
