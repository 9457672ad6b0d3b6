import { pictureAddress } from '../media/media-address.ts'
import type { MediaUser } from '../media/services.ts'
import { selectWaitingPictures } from './store.ts'

/** Pictures that came with a file stay as long as it waits for its card to be saved. */
export const waitingPictures: MediaUser = {
  async usedAmong(db, ids) {
    const rows = await selectWaitingPictures(
      db,
      ids.map((id) => pictureAddress(id)),
    )
    const waiting = new Set(rows.map(({ picture }) => picture))
    return ids.filter((id) => waiting.has(pictureAddress(id)))
  },
}
