import { AppError } from '../../platform/app-error.ts'
import { holdPerson } from '../accounts/person.ts'
import type { PersonaServices } from './services.ts'
import { deletePersonaRow } from './store.ts'

/** Deletes a persona; the database takes it from the chats that have it. @throws AppError NotFound. */
export async function deletePersona(services: PersonaServices, personId: string, id: string): Promise<void> {
  await services.database.transaction(async (tx) => {
    if (!(await holdPerson(tx, personId))) throw new AppError('NotSignedIn')
    if (!(await deletePersonaRow(tx, personId, id))) throw new AppError('NotFound')
  })
}
