import { readFileSync } from 'node:fs'
import type { z } from 'zod'

/** What comes with the software: characters, groups, portraits, templates. */
export const LIBRARY_FOLDER = new URL('../../../../library/', import.meta.url)

/** A file of the library in the shape it must have. @throws Error naming the file and what is wrong in it. */
export function readLibraryFile<Schema extends z.ZodType>(schema: Schema, path: string): z.output<Schema> {
  const parsed = schema.safeParse(JSON.parse(readFileSync(new URL(path, LIBRARY_FOLDER), 'utf8')))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(`library/${path}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is wrong'}`)
}

/** Address of a drawing of the library (`ilse.svg`) as the build has made it, in its largest width. */
export function libraryPictureUrl(file: string): string {
  return `/pictures/${file.replace(/\.svg$/, '')}/960.webp`
}
