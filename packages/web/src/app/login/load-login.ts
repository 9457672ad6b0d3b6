import { type LoaderFunctionArgs, replace } from 'react-router'
import type { TextKey } from '../../i18n/text-key.ts'
import type { PageContext } from '../page-context.ts'
import { orFallback, pageTools } from '../page-tools.ts'
import { safeNext } from '../paths.ts'

const PORTRAIT_COUNT = 12

/** Data of the pages that sign in; who is signed in already goes on to where they were going, and Back passes by. */
export async function loadLogin(args: LoaderFunctionArgs, titleKey: TextKey) {
  const { context, text, texts, title, locale } = pageTools(args, [titleKey, 'accounts.password'])
  const next = safeNext(new URL(args.request.url).searchParams.get('next'), locale)
  if (context.person) throw replace(next)
  return { next, faces: await loadPortraits(context), texts, title: title(text(titleKey)) }
}

/** Data of the two pages about a forgotten password; they answer whoever is signed in too, since one can forget then. */
export async function loadReset(args: LoaderFunctionArgs, titleKey: TextKey) {
  const { context, text, texts, title, locale } = pageTools(args, [titleKey, 'accounts.password'])
  const next = safeNext(new URL(args.request.url).searchParams.get('next'), locale)
  return { next, faces: await loadPortraits(context), texts, title: title(text(titleKey)) }
}

/** Pictures for the wall of windows. It is decoration: the page stands without it. */
export async function loadPortraits(context: PageContext): Promise<string[]> {
  const query = { limit: PORTRAIT_COUNT }
  const cards = await orFallback(context.call('GET /api/chat.Single/cardList', { query }), null)
  return (cards?.list ?? []).map((card) => card.avatar ?? card.cover).filter((url) => url !== null)
}
