import type { TextKey } from '../../i18n/text-key.ts'
import { useText } from '../../i18n/use-text.ts'

const NAMES: Record<string, TextKey> = {
  name: 'making.who.name',
  tagline: 'making.who.tagline',
  age: 'making.who.age',
  gender: 'making.who.gender',
  avatar: 'making.portrait.title',
  cover: 'making.story.cover',
  tags: 'making.shelf.tags',
  language: 'making.shelf.language',
  rating: 'making.shelf.rating',
  visibility: 'making.shelf.visibility',
  voice: 'making.voice.title',
  creator_notes: 'making.advanced.notes',
  definition_public: 'making.advanced.open',
  description: 'making.who.description',
  personality: 'making.who.personality',
  scenario: 'making.who.scenario',
  first_mes: 'making.opening.first',
  alternate_greetings: 'making.opening.others',
  mes_example: 'making.opening.examples',
  system_prompt: 'making.advanced.system',
  post_history_instructions: 'making.advanced.postHistory',
  character_book: 'making.lore.title',
  extensions: 'making.advanced.extensions',
  nickname: 'making.advanced.nickname',
  group_only_greetings: 'making.advanced.groupOpenings',
  opening: 'making.story.opening',
  member_ids: 'making.cast.title',
  turn_policy: 'making.turns.label',
  reply_limit: 'making.turns.limit',
}

/** How a field of a card is called; one that this page does not know goes by its own name. */
export function useFieldName(): (field: string) => string {
  const text = useText()
  return (field) => {
    const key = NAMES[field.replace(/^definition\./, '')]
    return key ? text(key) : field
  }
}
