import { type MiddlewareFunction, redirect } from 'react-router'
import { pageContext } from './page-context.ts'
import { pageAt, pageNamed, pathTo } from './paths.ts'

/** Sends a signed-out request for a guarded page to sign-in, with the way back. */
export const redirectToSignIn: MiddlewareFunction = ({ context, request }, next) => {
  const { person, locale } = context.get(pageContext)
  const url = new URL(request.url)
  // Going there within the document asks for the page's data under its address and this ending.
  const pathname = url.pathname.replace(/\.data$/, '')
  const page = pageAt(pathname)
  if (page && pageNamed(page).guarded && !person) {
    throw redirect(pathTo('login', locale, {}, { next: pathname + readerQuery(url) }))
  }
  return next()
}

/** The query as the reader knows it: which parts of the data are wanted is the router's own business. */
function readerQuery(url: URL): string {
  const wanted = new URLSearchParams(url.search)
  wanted.delete('_routes')
  return wanted.size > 0 ? `?${wanted}` : ''
}
