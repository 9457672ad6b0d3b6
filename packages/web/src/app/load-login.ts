import { type LoaderFunctionArgs, redirect } from 'react-router'
import type { TextKey } from '../i18n/text-key.ts'
import { pageTools } from './page-tools.ts'
import { safeNext } from './paths.ts'

const FACES = 12

/** Data of every page of the sign-in family; who is signed in already goes on to where they were going. */
export async function loadLogin(args: LoaderFunctionArgs, titleKey: TextKey) {
  const { context, text, title, locale } = pageTools(args, [titleKey])
  const next = safeNext(new URL(args.request.url).searchParams.get('next'), locale)
  if (context.person) throw redirect(next)
  // The wall is decoration: the page stands without it.
  const cards = await context.call('GET /api/chat.Single/cardList', { query: { limit: FACES } }).catch(() => null)
  const faces = (cards?.list ?? []).map((card) => card.avatar ?? card.cover).filter((url) => url !== null)
  return { next, faces, title: title(text(titleKey)) }
}
