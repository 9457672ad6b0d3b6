import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../features/accounts/session.tsx'
import type { SavedCard } from '../features/card-editor/use-card-editor.ts'
import { useLocale, useText } from '../i18n/use-text.ts'
import { useToast } from '../ui/toast.tsx'
import { forgetKeptPages } from './offline-pages.ts'
import { pathTo } from './paths.ts'

/** Where a form leads: into the chat once it is saved, and to its own address once it has one. */
export function useCardEditorLinks(type: 'single' | 'multiple') {
  const { askForProfile } = useSession()
  const navigate = useNavigate()
  const locale = useLocale()
  const text = useText()
  const toasts = useToast()

  function onSaved(card: SavedCard): void {
    // What this document keeps of the lists and of the card is older than the card now.
    forgetKeptPages()
    if (card.state === 'published') {
      toasts.show(text('card-editor.saved'))
      const query = type === 'single' ? { card_id: card.id } : { group_id: card.id }
      return void navigate(pathTo('chat', locale, {}, query))
    }
    toasts.show(text(card.state === 'in_review' ? 'card-editor.savedInReview' : 'card-editor.savedHeld'), 'info')
    void navigate(pathTo(type === 'single' ? 'createSingle' : 'createGroups', locale, {}, { id: card.id }))
  }

  /** The address follows without the page being loaded anew, so that coming back finds the form as it was left. */
  const onDraftId = useCallback((id: string) => {
    const url = new URL(window.location.href)
    if (url.searchParams.has('id') || url.searchParams.get('draft') === id) return
    url.search = new URLSearchParams({ draft: id }).toString()
    window.history.replaceState(window.history.state, '', url)
  }, [])

  return { onSaved, onDraftId, onAgeUnknown: askForProfile }
}
