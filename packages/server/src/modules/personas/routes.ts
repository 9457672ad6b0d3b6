import type { ApiData } from '@everkin/contract/api-types.ts'
import type { personas } from '@everkin/contract/http/personas.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { listAttached, listPersonaBooks } from '../lorebooks/module.ts'
import { deletePersona, savePersona } from './personas.ts'
import type { PersonaServices } from './services.ts'
import { type PersonaRow, selectPersonas } from './store.ts'

/** The HTTP handlers of this module. */
export function personaHandlers(services: PersonaServices): Handlers<typeof personas> {
  return {
    list: async (_input, { identity: { personId } }) => {
      const books = await listPersonaBooks(services.database, personId)
      const personas = await selectPersonas(services.database, personId)
      return { list: personas.map((persona) => personaView(persona, books.get(persona.id) ?? [])) }
    },
    save: async ({ body }, { identity: { personId } }) => {
      const persona = await savePersona(services, personId, body)
      return personaView(persona, await listAttached(services.database, { personaId: persona.id }))
    },
    delete: async ({ body }, caller) => {
      await deletePersona(services, caller.identity.personId, body.id)
      return {}
    },
  }
}

function personaView(persona: PersonaRow, lorebookIds: string[]): ApiData<'POST /api/user/savePersona'> {
  return {
    id: persona.id,
    name: persona.name,
    description: persona.description,
    is_default: persona.isDefault,
    lorebook_ids: lorebookIds,
  }
}
