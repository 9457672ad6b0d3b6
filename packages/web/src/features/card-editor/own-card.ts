import type { ApiData } from '@everkin/contract/api-types.ts'
import type { MultipleCard, SingleCard } from '@everkin/contract/types.ts'

export type OwnCard = SingleCard | MultipleCard

/** A form that was started but not saved as a card. */
export type FormDraft = ApiData<'GET /api/editor/drafts'>[number]

/** Addresses that the entries of the reader's own lists link to. */
export interface OwnPaths {
  card: (id: string) => string
  edit: (id: string) => string
  draft: (id: string) => string
  chat: (id: string) => string
  versions: (id: string) => string
  create: string
}
