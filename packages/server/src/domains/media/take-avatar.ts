import { invalidInput } from '../../platform/app-error.ts'
import { onlyRow, type Queryable } from '../../platform/db/database.ts'
import { idOfAvatar } from './media-address.ts'
import { deleteAvatarsBut, selectAvatar } from './store.ts'

/**
 * Makes an uploaded picture a person's only one; an address of no upload, or null, leaves them none. Gives the pictures
 * whose files must be removed once this transaction has been committed.
 * @throws AppError InvalidInput on `avatar` for an upload that is not there or someone else's.
 */
export async function takeAvatar(tx: Queryable, personId: string, address: string | null): Promise<string[]> {
  const id = address?.startsWith('/media/') ? idOfAvatar(address) : null
  if (address?.startsWith('/media/') && (id === null || !onlyRow(await selectAvatar(tx, personId, id))))
    throw invalidInput('avatar')
  return (await deleteAvatarsBut(tx, personId, id)).map((row) => row.id)
}
