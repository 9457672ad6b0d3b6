import { Fragment, type ReactNode } from 'react'
import { SLOT_EDGE } from './page-translator.ts'

interface RichTextProps {
  /** A translated text that may contain tags such as `<terms>…</terms>`. */
  text: string
  /** Renders each tag; the content of an unknown tag becomes plain text. */
  tags?: Record<string, (content: ReactNode) => ReactNode>
  /** Names to wrap in `<bdi>`: set `{{name}}` to `slot('name')` and pass the name here. */
  names?: Record<string, string>
}

const PIECE = /<([a-z]+)>(.*?)<\/\1>|\uE000([a-zA-Z]+)\uE000/gs

/** A placeholder for a name, which `RichText` replaces with the name in bidi isolation. */
export function slot(name: string): string {
  return `${SLOT_EDGE}${name}${SLOT_EDGE}`
}

/** Renders a translated text with tags as components and names in `<bdi>`; nothing in it is parsed as HTML. */
export function RichText({ text, tags = {}, names = {} }: RichTextProps): ReactNode {
  const parts: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(PIECE)) {
    const [whole, tag, content, name] = match
    if (match.index > end) parts.push(text.slice(end, match.index))
    if (name !== undefined) parts.push(<bdi key={match.index}>{names[name]}</bdi>)
    else {
      const inner = <RichText text={content ?? ''} tags={tags} names={names} />
      parts.push(<Fragment key={match.index}>{tag !== undefined && tags[tag] ? tags[tag](inner) : inner}</Fragment>)
    }
    end = match.index + whole.length
  }
  parts.push(text.slice(end))
  return parts
}
