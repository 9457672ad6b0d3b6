import { type MiddlewareFunction, redirect } from 'react-router'
import { pageContext } from './page-context.ts'
import { pageAt, pageNamed, pathTo } from './paths.ts'

/** Sends a signed-out request for a guarded page to sign-in, with the way back (spec §2). */
export const sendToSignIn: MiddlewareFunction = ({ context, request }, next) => {
  const { person, locale } = context.get(pageContext)
  const url = new URL(request.url)
  const page = pageAt(url.pathname)
  if (page && pageNamed(page).guarded && pageNamed(page).file && !person) {
    throw redirect(pathTo('login', locale, {}, { next: url.pathname + url.search }))
  }
  return next()
}
