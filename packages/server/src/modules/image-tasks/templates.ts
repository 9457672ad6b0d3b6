import { LOCALE_CODES } from '@everkin/contract/locales.ts'
import { z } from 'zod'
import { readLibraryFile } from '../../platform/library-file.ts'

const LocalizedText = z.record(z.enum(LOCALE_CODES), z.string().min(1))

const Style = z.object({
  id: z.string(),
  /** The library character on its cover, and how close. */
  sitter: z.object({ character: z.string(), frame: z.enum(['portrait', 'close']) }),
  names: LocalizedText,
  descriptions: LocalizedText,
})
const Template = z.object({
  id: z.string(),
  titles: LocalizedText,
  prompt: z.string().min(1),
  style_id: z.string(),
  size: z.enum(['portrait', 'square', 'landscape']),
  /** The library character that the scene is about. */
  character: z.string(),
  /** `words`: what the built-in painter draws from the prompt; `character`, if that is too little: the character. */
  cover_shows: z.enum(['words', 'character']),
})
const Library = z
  .object({ styles: z.array(Style), templates: z.array(Template) })
  .refine(({ styles, templates }) => templates.every(({ style_id }) => styles.some(({ id }) => id === style_id)), {
    path: ['templates'],
    message: 'names a style that is not there',
  })

export type LibraryStyle = z.output<typeof Style>
export type LibraryTemplate = z.output<typeof Template>

/** The styles and templates of the library, in its order. @throws Error naming the mistake in the file. */
export function loadTemplates(): { styles: LibraryStyle[]; templates: LibraryTemplate[] } {
  return readLibraryFile(Library, 'image-templates.json')
}

/** Name of the cover among the built images, which `commands/build-pictures.ts` renders. */
export const coverName = (kind: 'style' | 'template', id: string): string => `${kind}-${id}`
