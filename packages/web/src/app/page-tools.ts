import { ERRORS, type ErrorName, errorNameOf } from '@everkin/contract/errors.ts'
import { data, type LoaderFunctionArgs } from 'react-router'
import { errorData } from '../api/api-error.ts'
import { createPageTranslator } from '../i18n/page-translator.ts'
import { type PageContext, pageContext } from './page-context.ts'
import { textsFor } from './page-texts.ts'

/**
 * What nearly every loader needs: the page's context, and texts that are resolved on the server and sent with the data.
 */
export function pageTools(args: Pick<LoaderFunctionArgs, 'context'>, textNames: string[]) {
  const context: PageContext = args.context.get(pageContext)
  const texts = textsFor(context, textNames)
  const text = createPageTranslator(context.locale, texts)
  return { context, locale: context.locale, texts, text, title: (page: string) => pageTitle(context, page) }
}

function pageTitle(context: PageContext, page: string): string {
  const texts = textsFor(context, ['shell.pageTitle'])
  return createPageTranslator(context.locale, texts)('shell.pageTitle', { page })
}

/** Awaits an API call and turns its errors into the page's own status and message. */
export async function orPageError<Data>(call: Promise<Data>): Promise<Data> {
  try {
    return await call
  } catch (error) {
    const refusal = refusalOf(error)
    const name = refusal && errorNameOf(refusal.code)
    if (!name) throw error
    const { message } = refusal
    const reference = errorData(refusal, 'Internal')?.request_id ?? null
    throw data({ message, reference }, { status: ERRORS[name].http })
  }
}

/**
 * Awaits an API call that the page can do without: returns the fallback if it fails. The server has logged the failure.
 */
export async function orFallback<Data, Fallback>(call: Promise<Data>, fallback: Fallback): Promise<Data | Fallback> {
  try {
    return await call
  } catch {
    return fallback
  }
}

/** The error name of what `PageContext.call` threw; null for anything else. */
export function refusalName(error: unknown): ErrorName | null {
  const refusal = refusalOf(error)
  return refusal && errorNameOf(refusal.code)
}

function refusalOf(error: unknown): { code: number; message: string; data: unknown } | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'number') return null
  return { code: error.code, message: error.message, data: 'data' in error ? error.data : null }
}
