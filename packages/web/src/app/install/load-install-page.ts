import { isolate } from '@everkin/contract/translate.ts'
import type { pageTools } from '../page-tools.ts'

/** Whose first words the download pages show; another of the library stands in where that card is gone. */
const EXAMPLE = 'ilse'

/** The beginning of a chat as it really is: a character of the library with the first words of their greeting. */
export async function loadExample({ context, locale }: ReturnType<typeof pageTools>) {
  const card = await context
    .call('GET /api/chat.Single/cardInfo', { query: { id: EXAMPLE } })
    .catch(async () => {
      const { list } = await context.call('GET /api/chat.Single/cardList', { query: { limit: 1 } })
      return list[0] ? context.call('GET /api/chat.Single/cardInfo', { query: { id: list[0].id } }) : null
    })
    .catch(() => null)
  if (!card?.greeting) return null
  const words = card.greeting
    .split(/\n\s*\n/)
    .slice(0, 3)
    .join('\n\n')
  return { name: card.name, isolatedName: isolate(card.name, locale), avatar: card.avatar, words }
}

export type Example = NonNullable<Awaited<ReturnType<typeof loadExample>>>
