import { brotliCompressSync, constants } from 'node:zlib'

/** What a first visit to a page fetches, computed from its HTML alone. */
export interface PageWeight {
  requests: number
  /** Transferred bytes, including headers. */
  html: number
  script: number
  /** Style sheets, including those inlined in the HTML. */
  css: number
  fonts: number
  pictures: number
  other: number
  all: number
}

/** Approximate size of a response's headers. */
const HEADER_BYTES = 450
/** Bodies that no tag names: the tab icon, and the routes behind the page's links. */
const UNNAMED = [400, 1_200]

/**
 * Computes what a phone of 390 px and double density fetches for a page; `sizeOf` returns a file's transfer size. Lazy
 * images are not fetched; those in the frame of eager ones are.
 */
export function weighPage(html: string, sizeOf: (address: string) => number): PageWeight {
  const sent = { script: new Set<string>(), css: new Set<string>(), fonts: new Set<string>(), other: new Set<string>() }
  for (const [tag] of html.matchAll(/<link\b[^>]*>/g)) {
    const [rel, href, as] = [attribute(tag, 'rel'), attribute(tag, 'href'), attribute(tag, 'as')]
    if (rel === 'modulepreload') sent.script.add(href)
    if (rel === 'stylesheet' && !/ disabled\b/.test(tag)) sent.css.add(href)
    if (rel === 'preload' && as === 'font') sent.fonts.add(href)
  }
  for (const [, address = ''] of html.matchAll(/"(\/assets\/[\w.-]+\.js)"/g)) {
    // The router's list of modules names all scripts of the page's routes too.
    if (isImported(html, address)) sent.script.add(address)
  }
  for (const [, address = ''] of html.matchAll(/<use [^>]*href="([^"#]+)#/g)) sent.other.add(address)
  const pictures = [...html.matchAll(/<img\b[^>]*>/g)].flatMap(([tag]) => pictureOf(tag))
  const total = (addresses: Iterable<string>) =>
    [...addresses].reduce((sum, one) => sum + sizeOf(one) + HEADER_BYTES, 0)
  const inline = [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/g)].map(([, style = '']) => style).join('')
  const weight = {
    requests: 1 + Object.values(sent).reduce((sum, { size }) => sum + size, 0) + pictures.length + UNNAMED.length,
    html: compressed(html) + HEADER_BYTES,
    script: total(sent.script),
    fonts: total(sent.fonts),
    pictures: total(pictures),
    other: total(sent.other) + UNNAMED.reduce((sum, bytes) => sum + bytes + HEADER_BYTES, 0),
  }
  const linked = total(sent.css)
  const { html: page, script, fonts, pictures: shown, other } = weight
  return { ...weight, css: linked + compressed(inline), all: page + script + linked + fonts + shown + other }
}

function isImported(html: string, address: string): boolean {
  return html.includes(`import * as route`) && new RegExp(`(from |import\\()"${escaped(address)}"`).test(html)
}

/** The width that a phone chooses: the first that is at least twice 390 px. */
function pictureOf(tag: string): string[] {
  if (attribute(tag, 'loading') === 'lazy') return []
  const offered = attribute(tag, 'srcSet')
    .split(',')
    .map((one) => one.trim().split(' '))
  const wide = offered.find(([, width = '']) => Number.parseInt(width, 10) >= 700) ?? offered.at(-1)
  return [wide?.[0] || attribute(tag, 'src')].filter(Boolean)
}

function attribute(tag: string, name: string): string {
  return new RegExp(` ${name}="([^"]*)"`, 'i').exec(tag)?.[1] ?? ''
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function compressed(text: string): number {
  if (text === '') return 0
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length
}
