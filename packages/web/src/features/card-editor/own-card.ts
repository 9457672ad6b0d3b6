import type { ApiData } from '@everkin/contract/api-types.ts'
import type { MultipleCard, SingleCard } from '@everkin/contract/types.ts'

export type OwnCard = SingleCard | MultipleCard

/** A form that was begun and not saved. */
export type FormDraft = ApiData<'GET /api/making/drafts'>[number]

/** Where the entries of one’s own lists lead. */
export interface OwnPaths {
  card: (id: string) => string
  edit: (id: string) => string
  draft: (id: string) => string
  chat: (id: string) => string
  versions: (id: string) => string
  create: string
}
