import type { Clock } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { MediaStorage } from './media-ports.ts'
import { SEEN_NAME } from './media-url.ts'
import { type Digest, signMediaUrl } from './signed-url.ts'

/** A picture that a person sends with a message. Only that person may see it. */
export interface ChatPicture {
  id: string
  personId: string
  width: number
  height: number
  /** The moderation model has not looked at it yet. */
  isPending: boolean
  /** What a model that sees wrote about it; null while none has. */
  description: string | null
  mainFile: string
  smallFile: string
}

/** Pictures by their ids, in no particular order; only those that were uploaded for a chat. */
export function findChatPictures(db: Queryable, ids: readonly string[]): Promise<ChatPicture[]> {
  return db.query<ChatPicture>(
    `select id, person_id as "personId", width, height, description, main_file as "mainFile", small_file as "smallFile",
       moderation <> 'clear' as "isPending"
     from media_file where id = any($1::text[]) and purpose = 'chat'`,
    [ids],
  )
}

/** Saves what a model saw. The first description stays, because messages already use it. */
export async function saveDescription(db: Queryable, id: string, description: string): Promise<void> {
  await db.query(`update media_file set description = $2 where id = $1 and description is null`, [id, description])
}

/** The URLs of a picture for its owner, valid for some minutes. */
export function signChatPicture(
  { digest, clock }: { digest: Digest; clock: Clock },
  { id, personId, mainFile, smallFile }: ChatPicture,
): { url: string; thumbnail: string } {
  const sign = (file: string) => signMediaUrl(digest, { mediaId: id, personId }, file, clock.now())
  return { url: sign(mainFile), thumbnail: sign(smallFile) }
}

/** The JPEG that a model is shown; null when the file is gone. */
export function readForModel(files: Pick<MediaStorage, 'read'>, id: string): Promise<Uint8Array | null> {
  return files.read(id, SEEN_NAME)
}
