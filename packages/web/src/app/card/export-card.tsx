import { lazy, Suspense, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { useRequireSignIn } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Texts of every page that offers the export of characters. */
export const EXPORT_CARD_TEXTS = ['card-files.take', 'card-files.import.failed']

// Few readers export a character, so the dialog is loaded on demand.
const ExportDialog = lazy(async () => ({
  default: (await import('../../features/card-files/export-dialog.tsx')).ExportDialog,
}))

/** Opens the export dialog. Render it only for cards that the reader may see in full. */
export function ExportCardButton({ card }: { card: { id: string; name: string } }) {
  const text = useText()
  const requireSignIn = useRequireSignIn()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <p className="take-card-way">
        <Button
          onClick={() => {
            requireSignIn(() => setOpen(true))
          }}
        >
          <Icon name="export" size="small" />
          {text('card-files.take.title', { name: card.name })}
        </Button>
      </p>
      {isOpen ? (
        <Suspense>
          <ExportDialog card={card} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
