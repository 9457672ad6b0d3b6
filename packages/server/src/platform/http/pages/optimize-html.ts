const PRELOAD_LINK = /<link [^>]*rel="(?:modulepreload|preload)"[^>]*>/g

/**
 * Moves the preloads of scripts and fonts after the text of the page. In the head they would be requested at once, over
 * connections of their own, and on a slow connection take most of the bandwidth that the page itself still needs.
 */
export function deferPreloads(html: string): string {
  const bodyAt = html.indexOf('<body')
  const scriptAt = html.indexOf('<script', bodyAt)
  if (bodyAt < 0 || scriptAt < 0) return html
  const deferred: string[] = []
  const head = html.slice(0, bodyAt).replace(PRELOAD_LINK, (link) => {
    if (link.includes('as="image"')) return link
    deferred.push(link)
    return ''
  })
  return head + html.slice(bodyAt, scriptAt) + deferred.join('') + html.slice(scriptAt)
}

/** The style sheets of the built site, by URL. */
export type StyleSheets = ReadonlyMap<string, string>

/**
 * Inlines the style sheets: the page shows one round trip earlier, and earlier still on a slow connection, where they
 * would share the bandwidth with scripts and fonts. Each link stays in its place, for the router to find, but disabled,
 * so that the browser does not fetch it again.
 */
export function inlineStyles(html: string, nonce: string, styles: StyleSheets): string {
  return html.replace(/<link [^>]*rel="stylesheet"[^>]*>/g, (link) => {
    const style = styles.get(/ href="([^"#]+)/.exec(link)?.[1] ?? '')
    if (style === undefined || style.includes('</')) return link
    return `${link.replace(/ ?\/?>$/, ' disabled=""/>')}<style nonce="${nonce}">${style}</style>`
  })
}
