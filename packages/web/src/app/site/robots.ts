import type { LoaderFunctionArgs } from 'react-router'
import { pageContext } from '../page-context.ts'

/** Crawlers may read every page, but not the API. */
export function loader({ context }: LoaderFunctionArgs): Response {
  const { rootUrl } = context.get(pageContext)
  const lines = ['User-agent: *', 'Disallow: /api/', 'Disallow: /ws', '', `Sitemap: ${rootUrl}/sitemap.xml`, '']
  return new Response(lines.join('\n'), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
