import { LIMITS } from '@everkin/contract/limits.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { digitsOf } from '../../lib/coerce.ts'
import { checkGroup, checkSingle, issuesOfRefusal } from './check-form.ts'
import { groupBody, groupForm } from './group-form.ts'
import { singleBody, singleForm } from './single-form.ts'

const WHOLE = {
  name: 'Vesper-9',
  tagline: 'A lighthouse robot waiting for one ship.',
  age: 118,
  tags: [{ id: 'sci-fi', name: 'Sci-fi', count: 3 }],
  avatar: '/pictures/vesper/960.webp',
  definition: { first_mes: 'Visitor number four.', character_book: { entries: [], x: 1 }, extensions: { other: [1] } },
}

describe('singleForm', () => {
  it('reads any input, and reads its own result unchanged', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (content, definition) => {
        const form = singleForm({ ...content, definition } as Record<string, unknown>, 'en')
        expect(singleForm({ ...form }, 'en')).toEqual(form)
        const group = groupForm(content as Record<string, unknown>, 'en')
        expect(groupForm({ ...group }, 'en')).toEqual(group)
      }),
    )
  })

  it('sends the fields of the form, and preserves fields that it cannot edit', () => {
    const form = singleForm(WHOLE, 'en')
    expect(checkSingle(form)).toEqual({})
    const body = singleBody({ ...form, tags: [...form.tags, ' cosy '] }, form)
    expect(body).toMatchObject({ name: 'Vesper-9', age: 118, tags: ['Sci-fi', 'cosy'] })
    expect(body.definition).toMatchObject({ character_book: { entries: [], x: 1 }, extensions: { other: [1] } })
  })

  it('does not send an unchanged picture or album', () => {
    const form = singleForm(WHOLE, 'en')
    expect(singleBody(form, form)).not.toHaveProperty('avatar')
    expect(singleBody(form, form)).not.toHaveProperty('album')
    expect(singleBody({ ...form, avatar: null }, form)).toMatchObject({ avatar: null, cover: null })
    const album = [{ upload_id: 'u', kind: 'image', thumbnail: '', locked: true, price: '20', caption: '', keys: [''] }]
    const changed = singleForm({ ...WHOLE, album }, 'en')
    expect(singleBody(changed, form).album).toEqual([
      { upload_id: 'u', locked: true, price: 20, caption: '', keys: [] },
    ])
  })

  it('reports missing required fields, and an age under 18 (B5)', () => {
    const issues = (change: object) => Object.keys(checkSingle({ ...singleForm(WHOLE, 'en'), ...change }))
    expect(issues({ name: ' ', tagline: '', age: '' })).toEqual(['name', 'tagline', 'age'])
    for (const age of ['17', '0', '-20', '18.5', 'old', '1e3']) expect(issues({ age })).toEqual(['age'])
    for (const age of ['18', '3000']) expect(issues({ age })).toEqual([])
    expect(issues({ tags: Array.from({ length: LIMITS.tags + 1 }, String) })).toEqual(['tags'])
  })

  it('reads digits of every script', () => {
    expect(['٢٥', '۲۵', '２５', '25 years'].map(digitsOf)).toEqual(['25', '25', '25', '25'])
  })
})

describe('groupForm', () => {
  it('requires two to eight members, a title and a greeting', () => {
    const form = groupForm({ members: [{ id: 'a' }, { id: 'b' }], name: 'N', opening: 'O' }, 'en')
    expect(checkGroup(form)).toEqual({})
    expect(Object.keys(checkGroup({ ...form, members: [], name: '', opening: '' }))).toEqual([
      'member_ids',
      'name',
      'opening',
    ])
    expect(groupBody(form, form)).toMatchObject({ member_ids: ['a', 'b'] })
    expect(groupBody(form, form)).not.toHaveProperty('cover')
  })
})

describe('visibility', () => {
  it('is private for a new card, and taken from the draft for an existing draft', () => {
    expect(singleForm({}, 'en').visibility).toBe('private')
    expect(groupForm({}, 'en').visibility).toBe('private')
    expect(singleForm({ visibility: 'public' }, 'en').visibility).toBe('public')
    expect(singleBody(singleForm(WHOLE, 'en'), null)).toMatchObject({ visibility: 'private' })
    expect(groupBody(groupForm({}, 'en'), null)).toMatchObject({ visibility: 'private' })
  })

  it('is not changed by the form of an existing card', () => {
    const card = singleForm({ ...WHOLE, visibility: 'public' }, 'en')
    expect(singleBody({ ...card, visibility: 'private' }, card)).not.toHaveProperty('visibility')
    const group = groupForm({ visibility: 'unlisted' }, 'en')
    expect(groupBody({ ...group, visibility: 'private' }, group)).not.toHaveProperty('visibility')
  })
})

describe('issuesOfRefusal', () => {
  it('assigns a refusal to its fields, or returns null', () => {
    const invalid = (...issues: { path: string; message: string }[]) =>
      issuesOfRefusal(new ApiError('InvalidInput', 1000, '', { issues }))
    expect(invalid({ path: 'age', message: 'x' }, { path: '', message: '' })).toEqual({ age: { text: 'notUsable' } })
    expect(invalid({ path: 'member_ids', message: 'private' })).toEqual({ member_ids: { text: 'memberPrivate' } })
    expect(invalid()).toBeNull()
    expect(issuesOfRefusal(new ApiError('InvalidInput', 1000, '', null))).toBeNull()
    expect(issuesOfRefusal(new ApiError('SafetyStop', 1011, '', { category: 'x' }))).toBeNull()
    expect(issuesOfRefusal(new TypeError('x'))).toBeNull()
  })
})
