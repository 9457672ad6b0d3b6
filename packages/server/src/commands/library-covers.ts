import { specOfCharacter } from '@everkin/painter/known/known.ts'
import { paintInStyle } from '@everkin/painter/paint-portrait.ts'
import type { Painting } from '@everkin/painter/painting.ts'
import type { PortraitSpec } from '@everkin/painter/spec.ts'
import { specFromWords } from '@everkin/painter/spec-from-words.ts'
import { coverName, type LibraryTemplate, loadTemplates } from '../modules/image-tasks/module.ts'

/** A cover that the painter draws. */
export interface PaintedCover {
  /** its name among the built images */
  name: string
  /** whether it has its own page, whose URL can be shared */
  isShared: boolean
  paint: () => Painting
}

/**
 * The covers of all styles, each with a character of the library, and of all templates, each in its own style.
 * @throws Error when the library names a character that the painter does not know.
 */
export function libraryCovers(): PaintedCover[] {
  const { styles, templates } = loadTemplates()
  return [
    ...styles.map(({ id, sitter }) => ({
      name: coverName('style', id),
      isShared: false,
      paint: () => paintInStyle(knownSpec(sitter.character), { frame: sitter.frame }, id),
    })),
    ...templates.map((template) => ({
      name: coverName('template', template.id),
      isShared: true,
      paint: () => paintInStyle(subjectOf(template), {}, template.style_id),
    })),
  ]
}

function subjectOf({ id, prompt, character, cover_shows }: LibraryTemplate): PortraitSpec {
  return cover_shows === 'words' ? specFromWords(prompt, id) : knownSpec(character)
}

function knownSpec(character: string): PortraitSpec {
  const spec = specOfCharacter(character)
  if (!spec) throw new Error(`library/image-templates.json: the painter does not know ${character}`)
  return spec
}
