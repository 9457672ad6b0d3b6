import { describe, expect, it } from 'vitest'
import { type Persona, upsertPersona } from './use-personas.ts'

const persona = (id: string, is_default = false): Persona => ({
  id,
  name: id,
  description: '',
  is_default,
  lorebook_ids: [],
})

describe('withSaved', () => {
  it('appends a new persona and replaces a changed one in place', () => {
    const list = [persona('a', true), persona('b')]
    expect(upsertPersona(list, persona('c'))).toEqual([...list, persona('c')])
    expect(upsertPersona(list, { ...persona('b'), name: 'B' }).map(({ name }) => name)).toEqual(['a', 'B'])
  })

  it('leaves at most one default', () => {
    const saved = upsertPersona([persona('a', true), persona('b')], persona('b', true))
    expect(saved.filter((each) => each.is_default).map(({ id }) => id)).toEqual(['b'])
    expect(
      upsertPersona(saved, persona('c'))
        .filter((each) => each.is_default)
        .map(({ id }) => id),
    ).toEqual(['b'])
  })
})
