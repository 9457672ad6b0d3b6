/** A legal text as the server hands it to the page: no HTML anywhere, so nothing in it can become a tag. */
export interface LegalTree {
  /** What stands above the first heading. */
  intro: Block[]
  sections: LegalSection[]
}

export interface LegalSection {
  /** The same in every language, so that a link to a section leads to it in all of them. */
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
  /** A name from the settings, kept apart from the direction of the sentence. */
  | { kind: 'name'; text: string }
  | { kind: 'email'; address: string }
