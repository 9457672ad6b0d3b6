import type { Attachment } from '@everkin/contract/types.ts'
import { useText } from '../i18n/use-text.ts'
import { AiContentLabel } from './ai-content-label.tsx'
import { Dialog } from './dialog.tsx'
import { Icon } from './icon.tsx'

interface AlbumViewProps {
  item: Attachment
  name: string
  /** Instead of the name, where that is a long description. */
  title?: string
  onReport: ((itemId: string) => void) | undefined
  onClose: () => void
}

/** A dialog with the whole picture, or with the video and the browser's controls. */
export function AlbumView({ item, name, title = name, onReport, onClose }: AlbumViewProps) {
  const text = useText()
  return (
    <Dialog open onClose={onClose} title={title}>
      <div className="album-view">
        {item.kind === 'image' ? (
          <img src={item.url ?? item.thumbnail} width={item.width} height={item.height} alt={name} />
        ) : (
          // biome-ignore lint/a11y/useMediaCaption: clips contain no speech
          <video src={item.url ?? undefined} poster={item.thumbnail} controls playsInline loop aria-label={name} />
        )}
        <div className="album-view-foot">
          {item.generated ? <AiContentLabel kind={item.kind} /> : null}
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
        </div>
      </div>
    </Dialog>
  )
}
