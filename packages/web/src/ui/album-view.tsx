import type { Attachment } from '@everkin/contract/types.ts'
import { useText } from '../i18n/use-text.ts'
import { AiContentLabel } from './ai-content-label.tsx'
import { Dialog } from './dialog.tsx'
import { Icon } from './icon.tsx'
import { useToast } from './toast.tsx'
import './styles/album-view.css'

interface AlbumViewProps {
  item: Attachment
  name: string
  /** Instead of the name, where that is a long description. */
  title?: string
  onReport: ((itemId: string) => void) | undefined
  /** Blocks the character that the album belongs to. */
  onBlock?: (() => void) | undefined
  onClose: () => void
}

/** Shares the picture alone, without what it quotes; where that is not possible, downloads it. */
function ShareThing({ url, title }: { url: string; title: string }) {
  const text = useText()
  const toasts = useToast()
  async function share() {
    try {
      const blob = await (await fetch(url)).blob()
      const file = new File([blob], 'everkin.webp', { type: blob.type })
      if (navigator.canShare?.({ files: [file] })) return await navigator.share({ files: [file], title })
      const link = document.createElement('a')
      link.href = URL.createObjectURL(blob)
      link.download = file.name
      link.click()
      URL.revokeObjectURL(link.href)
    } catch (failure) {
      const wasCalledOff = failure instanceof DOMException && failure.name === 'AbortError'
      if (!wasCalledOff) toasts.show(text('errors.network'), 'error')
    }
  }
  return (
    <button type="button" className="text-button" onClick={() => void share()}>
      <Icon name="share-network" size="small" />
      {text('shell.actions.share')}
    </button>
  )
}

/**
 * A dialog with the whole picture, or with the video and the browser's controls. The tap that opened it asked for the
 * video to play, so it does; where a browser does not allow that, its controls remain.
 */
export function AlbumView({ item, name, title = name, onReport, onBlock, onClose }: AlbumViewProps) {
  const text = useText()
  return (
    <Dialog open onClose={onClose} title={title}>
      <div className="album-view">
        {item.kind === 'image' ? (
          <figure className="album-view-picture">
            <img src={item.url ?? item.thumbnail} width={item.width} height={item.height} alt={name} />
            {item.quote ? (
              <blockquote className="album-quote" dir="auto">
                {item.quote}
              </blockquote>
            ) : null}
          </figure>
        ) : (
          // biome-ignore lint/a11y/useMediaCaption: clips contain no speech
          <video
            src={item.url ?? undefined}
            poster={item.thumbnail}
            autoPlay
            controls
            playsInline
            loop
            aria-label={name}
          />
        )}
        <div className="album-view-foot">
          {item.generated ? <AiContentLabel kind={item.kind} /> : null}
          {item.keepsake && item.url ? <ShareThing url={item.url} title={title} /> : null}
          {onReport ? (
            <button
              type="button"
              className="text-button"
              onClick={() => {
                onClose()
                onReport(item.id)
              }}
            >
              <Icon name="flag" size="small" />
              {text('albums.report')}
            </button>
          ) : null}
          {onBlock ? (
            <button
              type="button"
              className="text-button"
              onClick={() => {
                onClose()
                onBlock()
              }}
            >
              <Icon name="prohibit" size="small" />
              {text('blocks.action.block')}
            </button>
          ) : null}
        </div>
      </div>
    </Dialog>
  )
}
