import { type LoaderFunctionArgs, replace } from 'react-router'
import type { TextKey } from '../../i18n/text-key.ts'
import type { PageContext } from '../page-context.ts'
import { orFallback, pageTools } from '../page-tools.ts'
import { safeNext } from '../paths.ts'

const PORTRAIT_COUNT = 12

/**
 * Loads the sign-in pages. Redirects people who are already signed in to their destination, replacing the history
 * entry.
 */
export async function loadLogin(args: LoaderFunctionArgs, titleKey: TextKey) {
  const { context, text, texts, title, locale } = pageTools(args, [
    titleKey,
    'accounts.signIn.title',
    'accounts.password',
  ])
  const next = safeNext(new URL(args.request.url).searchParams.get('next'), locale)
  if (context.person) throw replace(next)
  return { next, faces: await loadPortraits(context), texts, title: title(text(titleKey)) }
}

/** Loads the two pages for a forgotten password; they are open to signed-in people too, who can also forget theirs. */
export async function loadReset(args: LoaderFunctionArgs, titleKey: TextKey) {
  const { context, text, texts, title, locale } = pageTools(args, [titleKey, 'accounts.password'])
  const next = safeNext(new URL(args.request.url).searchParams.get('next'), locale)
  return { next, faces: await loadPortraits(context), texts, title: title(text(titleKey)) }
}

/** Decorative pictures for the wall of windows; the page works without them. */
async function loadPortraits(context: PageContext): Promise<string[]> {
  const query = { limit: PORTRAIT_COUNT }
  const cards = await orFallback(context.call('GET /api/chat.Single/cardList', { query }), null)
  return (cards?.list ?? []).map((card) => card.avatar ?? card.cover).filter((url) => url !== null)
}
