import { LocalTime } from '../../i18n/local-time.tsx'
import { useText } from '../../i18n/use-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { AppealButton } from '../../ui/form/field-error.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { DraftState } from './draft-autosave.ts'
import type { CardEditor } from './use-card-editor.ts'

type SavableEditor = Pick<
  CardEditor<object>,
  'draftState' | 'saveDraft' | 'save' | 'isSaving' | 'failure' | 'keepMine' | 'takeTheirs' | 'issues'
>

/** Shown at the end of every form: the state of the draft, and buttons to save it or the card. */
export function SaveBar({ editor, saveLabel }: { editor: SavableEditor; saveLabel: string }) {
  const text = useText()
  const toasts = useToast()
  const { draftState, failure, isSaving } = editor
  const count = Object.keys(editor.issues).length

  async function saveDraft(): Promise<void> {
    if (await editor.saveDraft()) toasts.show(text('card-editor.draft.done'))
  }

  return (
    <div className="editor-bar">
      {draftState.kind === 'conflict' ? (
        <Banner icon="warning-circle" tone="bad">
          <p role="alert">{text('card-editor.draft.conflict')}</p>
          <div className="editor-row">
            <Button size="small" onClick={() => void editor.keepMine()}>
              {text('card-editor.draft.keepMine')}
            </Button>
            <Button size="small" onClick={() => void editor.takeTheirs()}>
              {text('card-editor.draft.takeTheirs')}
            </Button>
          </div>
        </Banner>
      ) : null}
      {failure ? (
        <Banner icon="warning-circle" tone="bad">
          <p role="alert">
            {failure}
            <AppealButton message={failure} />
          </p>
        </Banner>
      ) : null}
      <p className="caption muted editor-state" role="status">
        {count > 0 ? (
          <span className="editor-look">{text('card-editor.issues.count', { count })}</span>
        ) : (
          <DraftLine state={draftState} />
        )}
      </p>
      <Button onClick={() => void saveDraft()}>{text('card-editor.draft.save')}</Button>
      <Button variant="primary" busy={isSaving} onClick={() => void editor.save()}>
        {saveLabel}
      </Button>
    </div>
  )
}

function DraftLine({ state }: { state: DraftState }) {
  const text = useText()
  switch (state.kind) {
    case 'untouched':
    case 'conflict':
      return null
    case 'changed':
    case 'saving':
      return text('card-editor.draft.saving')
    case 'saved':
      return (
        <LocalTime
          iso={state.at}
          as={(format, iso, timeZone) => text('card-editor.draft.saved', { time: format.time(iso, timeZone) })}
        />
      )
    case 'offline':
      return text('card-editor.draft.offline')
    case 'failed':
      return `${text('card-editor.draft.failed')} ${state.message}`
    default:
      return state satisfies never
  }
}
