/** A legal text as sent to the page. It contains no HTML, so nothing in it can become a tag. */
export interface LegalTree {
  /** The blocks above the first heading. */
  intro: Block[]
  sections: LegalSection[]
}

export interface LegalSection {
  /** Equal in every language, so that links to a section work in all of them. */
  id: string
  title: string
  blocks: Block[]
}

export type Block =
  | { kind: 'paragraph'; words: Words }
  | { kind: 'list'; items: Words[] }
  | { kind: 'table'; head: Words[]; rows: Words[][] }

export type Words = Word[]

export type Word =
  | string
  | { kind: 'strong'; words: Words }
  /** The name of a cookie and the like: left to right in every language. */
  | { kind: 'code'; text: string }
  | { kind: 'link'; to: string; words: Words }
  /** A name from the settings, isolated from the direction of the sentence. */
  | { kind: 'name'; text: string }
  | { kind: 'email'; address: string }
