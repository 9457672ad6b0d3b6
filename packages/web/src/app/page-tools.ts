import { ERRORS, errorNameOf } from '@everkin/contract/errors.ts'
import { createTranslator } from '@everkin/contract/translate.ts'
import { data, type LoaderFunctionArgs } from 'react-router'
import type { TextKey } from '../i18n/text-key.ts'
import type { TextFunction } from '../i18n/use-text.ts'
import { type PageContext, pageContext } from './page-context.ts'
import { textsFor } from './page-texts.ts'

/** What nearly every loader needs: the page's context and its texts, looked up on the server and sent along. */
export function pageTools(args: Pick<LoaderFunctionArgs, 'context'>, textNames: string[]) {
  const context: PageContext = args.context.get(pageContext)
  const texts = textsFor(context, textNames)
  const own = createTranslator(context.locale, texts, texts)
  const text: TextFunction = (key, values) => own(key, values)
  return { context, locale: context.locale, texts, text, title: (page: string) => pageTitle(context, page) }
}

function pageTitle(context: PageContext, page: string): string {
  const texts = textsFor(context, ['shell.pageTitle'])
  const key: TextKey = 'shell.pageTitle'
  return createTranslator(context.locale, texts, texts)(key, { page })
}

/** Waits for a call of the API and turns its refusals into the page's own status and message. */
export async function orPageError<Data>(call: Promise<Data>): Promise<Data> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'number') throw error
    const name = errorNameOf(error.code)
    if (!name) throw error
    throw data({ message: error.message, reference: requestIdOf(error) }, { status: ERRORS[name].http })
  }
}

/** The id under which the server's log knows the failure; only what nobody foresaw has one. */
function requestIdOf(error: Error): string | null {
  const facts: unknown = 'data' in error ? error.data : null
  if (facts === null || typeof facts !== 'object' || !('request_id' in facts)) return null
  return typeof facts.request_id === 'string' ? facts.request_id : null
}
