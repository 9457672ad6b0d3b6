import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { refusalOf } from './refusal.ts'

describe('refusalOf', () => {
  it('takes a file that is not what its name says for damaged', () => {
    const error = new ApiError('FileType', 1000, '', { accepted: [] })
    expect(refusalOf(error, 'Ilse.PNG')).toBe('damaged')
    expect(refusalOf(error, 'ilse.json')).toBe('damaged')
    expect(refusalOf(error, 'ilse.jpg')).toBe('kind')
    expect(refusalOf(error, 'ilse.pdf')).toBe('kind')
  })
})
