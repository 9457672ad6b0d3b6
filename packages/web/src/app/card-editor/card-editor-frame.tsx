import { type ReactNode, useCallback } from 'react'
import { Link, useNavigate } from 'react-router'
import { RichText } from '../../i18n/rich-text.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useKeepFocus } from '../../lib/keep-focus.ts'
import { pathTo } from '../paths.ts'
import { CreateKinds } from './create-kinds.tsx'
import './card-editor-frame.css'
import type { SavedCard } from '../../features/card-editor/use-card-editor.ts'
import { useSession } from '../../session/session.tsx'
import { useToast } from '../../ui/toast.tsx'
import { clearPageCache } from '../page-data-cache.ts'

interface CardEditorFrameProps {
  kind: 'single' | 'multiple'
  title: string
  /** Whether an existing card is being changed; its kind is then fixed. */
  isChange: boolean
  children: ReactNode
}

/** The frame around the form for a character or a group. */
export function CardEditorFrame({ kind, title, isChange, children }: CardEditorFrameProps) {
  useKeepFocus()
  const { person } = useSession()
  const text = useText()
  const locale = useLocale()
  return (
    <>
      <div className="create-head">
        <h1 className="display" dir="auto">
          {title}
        </h1>
        {isChange ? null : <CreateKinds current={kind === 'single' ? 'createSingle' : 'createGroups'} />}
        {isChange || kind === 'multiple' || person?.teen ? null : (
          <p className="create-way small muted">
            <RichText
              text={text('card-editor.import')}
              tags={{
                import: (words) => (
                  <Link className="text-link" to={pathTo('createSingle-import', locale)}>
                    {words}
                  </Link>
                ),
              }}
            />
          </p>
        )}
      </div>
      {children}
    </>
  )
}

/** What the form calls: opens the chat after a save, and puts the id of a new draft into the address. */
export function useCardEditorCallbacks(type: 'single' | 'multiple') {
  const { askForProfile } = useSession()
  const navigate = useNavigate()
  const locale = useLocale()
  const text = useText()
  const toasts = useToast()

  function onSaved(card: SavedCard): void {
    // The cached lists and the cached card are older than the saved card.
    clearPageCache()
    if (card.state === 'published') {
      toasts.show(text('card-editor.saved'))
      const query = type === 'single' ? { card_id: card.id } : { group_id: card.id }
      return void navigate(pathTo('chat', locale, {}, query))
    }
    toasts.show(text(card.state === 'in_review' ? 'card-editor.savedInReview' : 'card-editor.savedHeld'), 'info')
    void navigate(pathTo(type === 'single' ? 'createSingle' : 'createGroups', locale, {}, { id: card.id }))
  }

  /** Changes the address without reloading the page, so that coming back finds the draft. */
  const onDraftId = useCallback((id: string) => {
    const url = new URL(window.location.href)
    if (url.searchParams.has('id') || url.searchParams.get('draft') === id) return
    url.search = new URLSearchParams({ draft: id }).toString()
    window.history.replaceState(window.history.state, '', url)
  }, [])

  return { onSaved, onDraftId, onAgeUnknown: askForProfile }
}
