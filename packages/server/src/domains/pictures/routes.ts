import type { pictures } from '@everkin/contract/http/pictures.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { readTemplates } from './read-templates.ts'

/** The calls about pictures made to order. The library is read once: it changes only with the software. */
export function pictureHandlers(): Handlers<typeof pictures> {
  const { styles, templates } = readTemplates()
  return {
    templates: async ({ query }, { locale }) => {
      const wanted = query.id === undefined ? templates : templates.filter(({ id }) => id === query.id)
      if (wanted.length === 0) throw new AppError('NotFound')
      return wanted.map(({ titles, ...template }) => ({ ...template, title: titles[locale] }))
    },
    // No style has a picture of its own yet: a portrait of the house style would show it wrongly.
    styles: async (_, { locale }) =>
      styles.map(({ id, names, descriptions }) => ({
        id,
        name: names[locale],
        description: descriptions[locale],
        cover: null,
      })),
  }
}
