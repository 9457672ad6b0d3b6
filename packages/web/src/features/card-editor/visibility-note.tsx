import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { SingleForm } from './single-form.ts'

interface VisibilityNoteProps {
  visibility: SingleForm['visibility']
  /** Visibility in an unsaved form: older drafts may say that the card becomes public. */
  onMakePrivate?: () => void
}

/** Says who can see the card being edited. Read-only: publishing is a separate step after saving. */
export function VisibilityNote({ visibility, onMakePrivate }: VisibilityNoteProps) {
  const text = useText()
  const isPrivate = visibility === 'private'
  return (
    <div className="editor-visibility">
      <Icon name={isPrivate ? 'lock-simple' : 'globe'} size="small" />
      <p>
        <b>{text(`card-editor.shelf.visibilities.${visibility}`)}</b>
        <span>{text(`card-editor.shelf.visibilityHints.${visibility}`)}</span>
        <span className="small muted">{text('card-editor.publish.where')}</span>
      </p>
      {onMakePrivate && !isPrivate ? (
        <Button onClick={onMakePrivate}>{text('card-editor.publish.makePrivate')}</Button>
      ) : null}
    </div>
  )
}
