import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToast } from '../../ui/toast.tsx'

interface ShareButtonProps {
  name: string
  tagline: string
  square?: boolean
}

/** Opens the device's share sheet, or copies the link if there is none. */
export function ShareButton({ name, tagline, square = false }: ShareButtonProps) {
  const text = useText()
  const toasts = useToast()

  async function share() {
    const url = window.location.origin + window.location.pathname
    try {
      if (typeof navigator.share === 'function') await navigator.share({ title: name, text: tagline, url })
      else {
        await navigator.clipboard.writeText(url)
        toasts.show(text('shell.actions.linkCopied'))
      }
    } catch (failure) {
      const wasCalledOff = failure instanceof DOMException && failure.name === 'AbortError'
      if (!wasCalledOff) toasts.show(url, 'info')
    }
  }

  return (
    <Button
      className={square ? 'button-square' : ''}
      aria-label={square ? text('shell.actions.share') : undefined}
      title={square ? text('shell.actions.share') : undefined}
      onClick={() => void share()}
    >
      <Icon name="share-network" size={square ? 'normal' : 'small'} />
      {square ? null : text('shell.actions.share')}
    </Button>
  )
}
