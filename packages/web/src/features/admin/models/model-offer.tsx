import { useState } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { useMounted } from '../../../lib/use-mounted.ts'
import { IconButton, LinkButton } from '../../../ui/button.tsx'
import './model-offer.css'

const DISMISSED = 'everkin-model-offer'

interface ModelOfferProps {
  /** The page where models are connected. */
  to: string
}

/** Tells an operator that only the demo speaks, until it is dismissed on this device or a model is connected. */
export function ModelOffer({ to }: ModelOfferProps) {
  const text = useText()
  const isMounted = useMounted()
  const [isDismissed, setIsDismissed] = useState(readDismissed)
  if (!isMounted || isDismissed) return null
  return (
    <aside className="model-offer">
      <p className="small">{text('models.offer.text')}</p>
      <LinkButton to={to} size="small">
        {text('models.offer.action')}
      </LinkButton>
      <IconButton
        icon="x"
        label={text('shell.actions.close')}
        onClick={() => {
          setIsDismissed(true)
          try {
            localStorage.setItem(DISMISSED, '1')
          } catch {
            // Without storage it is dismissed for this page.
          }
        }}
      />
    </aside>
  )
}

function readDismissed(): boolean {
  try {
    return typeof localStorage !== 'undefined' && localStorage.getItem(DISMISSED) !== null
  } catch {
    return false
  }
}
