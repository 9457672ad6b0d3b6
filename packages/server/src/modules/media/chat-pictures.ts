import type { Clock } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { MediaStorage } from './media-ports.ts'
import { MODEL_COPY_NAME } from './media-url.ts'
import { type Digest, signMediaUrl } from './signed-url.ts'

/** A picture that a person sends with a message. Only that person may see it. */
export interface ChatPicture {
  id: string
  personId: string
  width: number
  height: number
  /** The moderation model has given no verdict yet. */
  isPending: boolean
  /** What a vision model wrote about it; null before that. */
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

/** Saves a vision model's description. The first one stays, because messages already use it. */
export async function saveDescription(db: Queryable, id: string, description: string): Promise<void> {
  await db.query(`update media_file set description = $2 where id = $1 and description is null`, [id, description])
}

/** The URLs of a picture for its owner, valid for 10 to 20 minutes. */
export function signChatPicture(
  { digest, clock }: { digest: Digest; clock: Clock },
  { id, personId, mainFile, smallFile }: ChatPicture,
): { url: string; thumbnail: string } {
  const sign = (file: string) => signMediaUrl(digest, { mediaId: id, personId }, file, clock.now())
  return { url: sign(mainFile), thumbnail: sign(smallFile) }
}

/** The JPEG that a model is shown; null when the file is gone. */
export function readForModel(files: Pick<MediaStorage, 'read'>, id: string): Promise<Uint8Array | null> {
  return files.read(id, MODEL_COPY_NAME)
}
