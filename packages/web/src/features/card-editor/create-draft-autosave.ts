import { callApi } from '../../api/client.ts'
import { localStorageOrNull } from '../../lib/device-settings.ts'
import { draftStore } from '../../lib/draft-store.ts'
import { DraftAutosave, type UnsentDraft } from './draft-autosave.ts'

/** The draft that a form continues, and the card that it edits; both null for a new card. */
export interface DraftSource {
  type: 'single' | 'multiple'
  personId: string
  cardId: string | null
  draft: { id: string; rev: number } | null
}

/** An autosave that sends drafts to the server and stores unsent ones in this browser. */
export function createDraftAutosave(source: DraftSource): DraftAutosave {
  const { type, cardId, draft, personId } = source
  const store = localDrafts(personId)
  return new DraftAutosave(
    {
      save: ({ id, rev, content }) =>
        callApi('POST /api/editor/saveDraft', { body: { id, rev, content, type, card_id: cardId } }),
      load: (id) => callApi('GET /api/editor/draft', { query: { id } }),
      storeLocally: (unsent) => store.write(storageKeyOf(source), unsent ? JSON.stringify(unsent) : ''),
      after: (ms, work) => {
        const timer = setTimeout(work, ms)
        return () => clearTimeout(timer)
      },
    },
    draft,
  )
}

/** What an earlier visit in this browser could not send; null if there is nothing. */
export function readUnsentDraft(source: DraftSource): UnsentDraft | null {
  const stored = localDrafts(source.personId).read(storageKeyOf(source))
  try {
    return stored === '' ? null : (JSON.parse(stored) as UnsentDraft) // written by `storeLocally` above
  } catch {
    return null
  }
}

/** It has an older name than the code, since browsers hold unsent forms under it. */
function storageKeyOf({ type, cardId, draft }: DraftSource): string {
  return `making/${type}/${draft?.id ?? cardId ?? 'new'}`
}

function localDrafts(personId: string) {
  return draftStore(personId, localStorageOrNull())
}
