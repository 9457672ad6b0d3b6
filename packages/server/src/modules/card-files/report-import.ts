import type { ReportLine } from '@everkin/card-formats'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { cardOverflow, listUnknownMacros, reservedTokens, textOf, toObject } from '../chats/module.ts'
import type { ScreenedCard } from './card-worker-client.ts'
import type { CardFileServices } from './services.ts'

/** What the report of an import says of the card itself: its rating, unknown macros, and texts that are too long. */
export function reportImportedCard(
  services: CardFileServices,
  caller: SignedInCaller,
  card: ScreenedCard,
): ReportLine[] {
  return [...ratingLines(card), ...macroLines(card), ...overflowLines(services, caller, card)]
}

/** For an unrated card: reports the rating guessed from its texts. */
function ratingLines({ own, rating }: ScreenedCard): ReportLine[] {
  return own.rating === null && rating === 'nsfw' ? [{ list: 'look', code: 'rated_adult' }] : []
}

/** How far its texts exceed the prompt of the configured model. The demo model reads none. */
function overflowLines(
  { model, clock }: CardFileServices,
  { locale }: SignedInCaller,
  { fields }: ScreenedCard,
): ReportLine[] {
  if (model.kind === 'demo') return []
  const { contextTokens } = model
  const overflow = cardOverflow(
    { ...fields },
    {
      characterName: fields.name,
      personName: '',
      locale,
      now: clock.now(),
      contextTokens,
      replyTokens: reservedTokens(model),
    },
  )
  return overflow ? [{ list: 'look', code: 'model_room', numbers: overflow }] : []
}

const MAX_NAMED_MACROS = 10

/** The placeholders in a card's texts that nothing is inserted for; prompts and greetings leave them out. */
function macroLines({ fields }: ScreenedCard): ReportLine[] {
  const { description, personality, scenario, first_mes, mes_example, system_prompt, post_history_instructions } =
    fields
  const texts = [
    description,
    personality,
    scenario,
    first_mes,
    mes_example,
    system_prompt,
    post_history_instructions,
    ...fields.alternate_greetings,
    ...loreTexts(fields.character_book),
  ]
  const names = new Set(texts.flatMap((text) => listUnknownMacros(text)))
  if (names.size === 0) return []
  const word = [...names]
    .slice(0, MAX_NAMED_MACROS)
    .map((name) => `{{${name}}}`)
    .join(', ')
  return [{ list: 'look', code: 'macros', word }]
}

function loreTexts(book: unknown): string[] {
  const { entries } = toObject(book)
  return Array.isArray(entries) ? entries.map((entry: unknown) => textOf(toObject(entry).content)) : []
}
