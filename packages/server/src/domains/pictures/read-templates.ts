import { LOCALE_CODES } from '@everkin/contract/locales.ts'
import { z } from 'zod'
import { libraryPictureUrl, readLibraryFile } from '../../platform/library-file.ts'

const InEveryLanguage = z.record(z.enum(LOCALE_CODES), z.string().min(1))

const Library = z
  .object({
    styles: z.array(z.object({ id: z.string(), names: InEveryLanguage, descriptions: InEveryLanguage })),
    templates: z.array(
      z.object({
        id: z.string(),
        titles: InEveryLanguage,
        prompt: z.string().min(1),
        style_id: z.string(),
        portrait: z.string().nullable(),
      }),
    ),
  })
  .refine(({ styles, templates }) => templates.every(({ style_id }) => styles.some(({ id }) => id === style_id)), {
    path: ['templates'],
    message: 'names a style that is not there',
  })

export type StyleInLibrary = z.output<typeof Library>['styles'][number]
export type TemplateInLibrary = Omit<z.output<typeof Library>['templates'][number], 'portrait'> & {
  cover: string | null
}

/** The styles and templates of the library, in its order. @throws Error naming what is wrong in the file. */
export function readTemplates(): { styles: StyleInLibrary[]; templates: TemplateInLibrary[] } {
  const { styles, templates } = readLibraryFile(Library, 'image-templates.json')
  return {
    styles,
    templates: templates.map(({ portrait, ...template }) => ({
      ...template,
      cover: portrait && libraryPictureUrl(portrait),
    })),
  }
}
