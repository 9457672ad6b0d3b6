import type { ApiBody, ApiData } from '@everkin/contract/api-types.ts'
import { useCallback, useState } from 'react'
import { callApi } from '../../../api/client.ts'

export type Persona = ApiData<'POST /api/user/savePersona'>
export type PersonaInput = ApiBody<'POST /api/user/savePersona'>

export interface Personas {
  /** Oldest first. */
  list: readonly Persona[]
  /** Puts a list in place of this one. */
  show: (list: readonly Persona[]) => void
  /** Makes or changes one; gives what was stored. @throws ApiError, and then the list is as it was. */
  save: (input: PersonaInput) => Promise<Persona>
  /** @throws ApiError, and then the list is as it was. */
  remove: (id: string) => Promise<void>
}

/** The person's roles, as the server has them, beginning with those that were drawn. */
export function usePersonas(initial: readonly Persona[]): Personas {
  const [list, setList] = useState(initial)
  const save = useCallback(async (input: PersonaInput) => {
    const saved = await callApi('POST /api/user/savePersona', { body: input })
    setList((old) => upsertPersona(old, saved))
    return saved
  }, [])
  const remove = useCallback(async (id: string) => {
    await callApi('POST /api/user/deletePersona', { body: { id } })
    setList((old) => old.filter((persona) => persona.id !== id))
  }, [])
  return { list, show: setList, save, remove }
}

/** The list with one that was made or changed: in its place, and the only one by default where it is that. */
export function upsertPersona(list: readonly Persona[], saved: Persona): Persona[] {
  const others = list.map((persona) => (saved.is_default ? { ...persona, is_default: false } : persona))
  return others.some(({ id }) => id === saved.id)
    ? others.map((persona) => (persona.id === saved.id ? saved : persona))
    : [...others, saved]
}
