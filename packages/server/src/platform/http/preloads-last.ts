const LATER = /<link [^>]*rel="(?:modulepreload|preload)"[^>]*>/g

/**
 * Asks for scripts and faces after the words of the page. In the head they would be asked for at once, over connections
 * of their own, and on a slow line take most of the width that the page itself still needs.
 */
export function withPreloadsLast(html: string): string {
  const bodyAt = html.indexOf('<body')
  const scriptAt = html.indexOf('<script', bodyAt)
  if (bodyAt < 0 || scriptAt < 0) return html
  const later: string[] = []
  const head = html.slice(0, bodyAt).replace(LATER, (link) => {
    if (link.includes('as="image"')) return link
    later.push(link)
    return ''
  })
  return head + html.slice(bodyAt, scriptAt) + later.join('') + html.slice(scriptAt)
}
