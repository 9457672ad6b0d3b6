import type { ApiData } from '@everkin/contract/api-types.ts'
import type { personas } from '@everkin/contract/http/personas.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { deletePersona, savePersona } from './personas.ts'
import type { PersonaServices } from './services.ts'
import { type PersonaRow, selectPersonas } from './store.ts'

/** The HTTP handlers of this module. */
export function personaHandlers(services: PersonaServices): Handlers<typeof personas> {
  return {
    list: async (_input, caller) => ({
      list: (await selectPersonas(services.database, caller.identity.personId)).map(personaView),
    }),
    save: async ({ body }, caller) => personaView(await savePersona(services, caller.identity.personId, body)),
    delete: async ({ body }, caller) => {
      await deletePersona(services, caller.identity.personId, body.id)
      return {}
    },
  }
}

function personaView(persona: PersonaRow): ApiData<'POST /api/user/savePersona'> {
  return {
    id: persona.id,
    name: persona.name,
    description: persona.description,
    is_default: persona.isDefault,
  }
}
