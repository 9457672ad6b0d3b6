import { LIMITS } from '@everkin/contract/limits.ts'
import type { Translate } from '@everkin/contract/translate.ts'
import { seededChance } from '../chats/prompt/seeded-chance.ts'
import type { WrittenFields } from './unsaved-card.ts'

const VARIANTS = ['a', 'b', 'c'] as const
/** What stands for the names stays as it is written, also where our own texts have their values in such marks. */
const MARKS = { char: '{{char}}', user: '{{user}}' }
const LEAST_AGE = 24
const AGES = 30
/** A number of two digits that an adult may have for an age. */
const ADULT_NUMBER = /(?<!\d)(?:1[89]|[2-9]\d)(?!\d)/
/** A sentence that begins “Vesper, a …” says the name itself. */
const NAMED = /^(\p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}\p{M}'’-]+)?)[,،、，:：]/u

/**
 * A character without a model: the sentence itself is the tagline and the heart of the description, around it stand
 * parts of our own, always the same for the same sentence.
 */
export function writeBuiltIn(translate: Translate, sentence: string, written: WrittenFields): Required<WrittenFields> {
  const chance = seededChance(sentence)
  const pick = (key: string) => {
    const variant = VARIANTS[Math.floor(chance() * VARIANTS.length)] ?? 'a'
    return translate(`drafting.${key}.${variant}`, MARKS)
  }
  const names = translate('drafting.names').split(/[,،、]/)
  const drawn = names[Math.floor(chance() * names.length)]?.trim() ?? 'Robin'
  const said = sentence.replace(/[\s.。]+$/u, '')
  return {
    name: written.name?.trim() || (NAMED.exec(sentence)?.[1] ?? drawn),
    tagline: sentence.slice(0, LIMITS.taglineLength),
    gender: 'other',
    age: ADULT_NUMBER.exec(sentence.normalize('NFKC'))?.[0] ?? String(LEAST_AGE + Math.floor(chance() * AGES)),
    tags: 'slice-of-life',
    description: `{{char}}: ${said}.\n\n${pick('description')}`,
    personality: pick('personality'),
    scenario: pick('scenario'),
    first_mes: pick('greeting'),
    alternate_greeting: pick('otherGreeting'),
    mes_example: exampleOf(translate),
  }
}

function exampleOf(translate: Translate): string {
  const line = (place: string) => translate(`drafting.example.${place}`, MARKS)
  const lines = [`{{user}}: ${line('a')}`, `{{char}}: ${line('b')}`, `{{user}}: ${line('c')}`, `{{char}}: ${line('d')}`]
  return ['<START>', ...lines].join('\n')
}
