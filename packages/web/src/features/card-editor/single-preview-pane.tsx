import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PreviewFrame, SinglePreview } from './preview.tsx'
import type { SingleForm } from './single-form.ts'

// Loaded when it is opened.
const TryPanel = lazy(async () => ({ default: (await import('./try-panel.tsx')).TryPanel }))

interface SinglePreviewPaneProps {
  form: SingleForm
  /** The name of the person, for the preview and the test chat. */
  reader: string
  /** A face that has been drawn but not kept, as a data URL. */
  drawn: string | null | undefined
  safetyLink: string
  links: ReactNode
  onAgeUnknown: (then: () => void) => void
}

/** The preview of a character, with a button that opens a test chat. */
export function SinglePreviewPane({ form, reader, drawn, safetyLink, links, onAgeUnknown }: SinglePreviewPaneProps) {
  const text = useText()
  const [isTrying, setIsTrying] = useState(false)
  return (
    <>
      <PreviewFrame>
        <SinglePreview form={form} reader={reader} drawn={drawn} isUnlit={form.sketch.words.trim() === ''} />
        <div className="editor-row">
          <Button onClick={() => setIsTrying(true)}>
            <Icon name="chat-circle-text" size="small" />
            {text('card-editor.try.open')}
          </Button>
          {links}
        </div>
      </PreviewFrame>
      {isTrying ? (
        <Suspense fallback={null}>
          <TryPanel
            form={form}
            reader={reader}
            safetyLink={safetyLink}
            onClose={() => setIsTrying(false)}
            onAgeUnknown={onAgeUnknown}
          />
        </Suspense>
      ) : null}
    </>
  )
}
