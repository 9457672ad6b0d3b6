import type { ApiBody, ApiData } from '@everkin/contract/api-types.ts'
import { useCallback, useState } from 'react'
import { callApi } from '../../../api/client.ts'
import { SaveKeys } from '../../../api/save-keys.ts'

export type Persona = ApiData<'POST /api/user/savePersona'>
export type PersonaInput = ApiBody<'POST /api/user/savePersona'>

export interface Personas {
  /** Oldest first. */
  list: readonly Persona[]
  /** Replaces the whole list. */
  show: (list: readonly Persona[]) => void
  /** Creates or updates one; returns what was stored. @throws ApiError, and then the list is unchanged. */
  save: (input: PersonaInput) => Promise<Persona>
  /** @throws ApiError, and then the list is unchanged. */
  remove: (id: string) => Promise<void>
}

/** The person's personas as on the server, initialised from those that the page was rendered with. */
export function usePersonas(initial: readonly Persona[]): Personas {
  const [list, setList] = useState(initial)
  const [keys] = useState(() => new SaveKeys())
  const save = useCallback(
    async (input: PersonaInput) => {
      const saved = await keys.send(input, (body) => callApi('POST /api/user/savePersona', { body }))
      setList((old) => upsertPersona(old, saved))
      return saved
    },
    [keys],
  )
  const remove = useCallback(async (id: string) => {
    await callApi('POST /api/user/deletePersona', { body: { id } })
    setList((old) => old.filter((persona) => persona.id !== id))
  }, [])
  return { list, show: setList, save, remove }
}

/** The list with a new or updated persona; if that is the default, no other one is. */
export function upsertPersona(list: readonly Persona[], saved: Persona): Persona[] {
  const others = list.map((persona) => (saved.is_default ? { ...persona, is_default: false } : persona))
  return others.some(({ id }) => id === saved.id)
    ? others.map((persona) => (persona.id === saved.id ? saved : persona))
    : [...others, saved]
}
