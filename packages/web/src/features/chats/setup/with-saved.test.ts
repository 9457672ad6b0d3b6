import { describe, expect, it } from 'vitest'
import { type Persona, withSaved } from './use-personas.ts'

const persona = (id: string, is_default = false): Persona => ({ id, name: id, description: '', is_default })

describe('withSaved', () => {
  it('puts a new one last and a changed one in its place', () => {
    const list = [persona('a', true), persona('b')]
    expect(withSaved(list, persona('c'))).toEqual([...list, persona('c')])
    expect(withSaved(list, { ...persona('b'), name: 'B' }).map(({ name }) => name)).toEqual(['a', 'B'])
  })

  it('leaves one by default at most', () => {
    const saved = withSaved([persona('a', true), persona('b')], persona('b', true))
    expect(saved.filter((each) => each.is_default).map(({ id }) => id)).toEqual(['b'])
    expect(
      withSaved(saved, persona('c'))
        .filter((each) => each.is_default)
        .map(({ id }) => id),
    ).toEqual(['b'])
  })
})
