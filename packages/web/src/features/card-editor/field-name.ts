import type { TextKey } from '../../i18n/text-key.ts'
import { useText } from '../../i18n/use-text.ts'

const NAMES: Record<string, TextKey> = {
  name: 'card-editor.who.name',
  tagline: 'card-editor.who.tagline',
  age: 'card-editor.who.age',
  gender: 'card-editor.who.gender',
  avatar: 'card-editor.portrait.title',
  cover: 'card-editor.story.cover',
  tags: 'card-editor.shelf.tags',
  language: 'card-editor.shelf.language',
  rating: 'card-editor.shelf.rating',
  visibility: 'card-editor.shelf.visibility',
  voice: 'card-editor.voice.title',
  creator_notes: 'card-editor.advanced.notes',
  definition_public: 'card-editor.advanced.open',
  description: 'card-editor.who.description',
  personality: 'card-editor.who.personality',
  scenario: 'card-editor.who.scenario',
  first_mes: 'card-editor.fields.first',
  alternate_greetings: 'card-editor.opening.others',
  mes_example: 'card-editor.opening.examples',
  system_prompt: 'card-editor.advanced.system',
  post_history_instructions: 'card-editor.advanced.postHistory',
  character_book: 'card-editor.lore.title',
  extensions: 'card-editor.advanced.extensions',
  nickname: 'card-editor.advanced.nickname',
  group_only_greetings: 'card-editor.advanced.groupOpenings',
  opening: 'card-editor.fields.opening',
  member_ids: 'card-editor.fields.cast',
  turn_policy: 'card-editor.fields.turns',
  reply_limit: 'card-editor.turns.limit',
}

/** Returns the name of a card's field, as a noun; a field unknown to this page is shown by its raw name. */
export function useFieldName(): (field: string) => string {
  const text = useText()
  return (field) => {
    const key = NAMES[field.replace(/^definition\./, '')]
    return key ? text(key) : field
  }
}
