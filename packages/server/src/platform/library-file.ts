import { readFileSync } from 'node:fs'
import type { z } from 'zod'

/** The content that ships with the software: characters, groups, portraits, templates. */
export const LIBRARY_FOLDER = new URL('../../../../library/', import.meta.url)

/** A file of the library, validated. @throws Error naming the file and the mistake in it. */
export function readLibraryFile<Schema extends z.ZodType>(schema: Schema, path: string): z.output<Schema> {
  const parsed = schema.safeParse(JSON.parse(readFileSync(new URL(path, LIBRARY_FOLDER), 'utf8')))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(`library/${path}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is wrong'}`)
}

/** URL of a library drawing (`ilse.svg`) as rendered by the build, in its largest width. */
export function libraryPictureUrl(file: string): string {
  return `/pictures/${file.replace(/\.svg$/, '')}/960.webp`
}

/** Name of the scene of a character among the drawings that the build renders. */
export const sceneFile = (id: string): string => `${id}-scene.svg`
