import type { Attachment } from '@everkin/contract/types.ts'
import { type ReactNode, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Dialog } from './dialog.tsx'
import { Icon } from './icon.tsx'
import './styles/album.css'

interface AlbumTileProps {
  item: Attachment
  /** What stands on a locked item: its price, or what unlocks it. */
  offer: ReactNode
  /** Missing where nobody can report. */
  onReport?: (itemId: string) => void
  /** Its address has run out. */
  onBroken?: () => void
  /** Whoever opened the lock from here stands, once it is open, where its button was. */
  takesFocus?: boolean
}

/** A picture or a video of an album: behind its lock, or to be opened. A lock's words tell of it, never of what is behind. */
export function AlbumTile({ item, offer, onReport, onBroken, takesFocus = false }: AlbumTileProps) {
  const text = useText()
  const [isShown, setShown] = useState(false)
  const length = item.duration_ms === null ? null : clockOf(item.duration_ms)
  if (item.locked) {
    const what = text(item.kind === 'image' ? 'albums.lockedImage' : 'albums.lockedVideo')
    return (
      <figure className="album-tile">
        <img className="album-picture" src={item.thumbnail} alt="" loading="lazy" />
        <figcaption className="album-lock">
          <span className="album-arch" aria-hidden="true">
            <Icon name="lock-simple" />
          </span>
          <p className="small">
            {what} {length ? <bdi className="figures">{length}</bdi> : null}
          </p>
          {offer}
        </figcaption>
      </figure>
    )
  }
  const named = item.caption || text(item.kind === 'image' ? 'albums.picture' : 'albums.video')
  return (
    <figure className="album-tile">
      <button
        type="button"
        ref={takesFocus ? focusWhenLost : undefined}
        className="album-open"
        aria-label={`${text(item.kind === 'image' ? 'albums.show' : 'albums.play')}: ${named}`}
        onClick={() => setShown(true)}
      >
        <img className="album-picture" src={item.thumbnail} alt="" loading="lazy" onError={onBroken} />
      </button>
      <figcaption className="album-marks">
        {item.generated ? <AiMark kind={item.kind} /> : null}
        {item.kind === 'video' ? (
          <span className="album-mark figures">
            <Icon name="play-fill" size="tiny" />
            <bdi>{length}</bdi>
          </span>
        ) : null}
      </figcaption>
      {isShown ? <AlbumView item={item} name={named} onReport={onReport} onClose={() => setShown(false)} /> : null}
    </figure>
  )
}

interface AlbumViewProps {
  item: Attachment
  name: string
  onReport: ((itemId: string) => void) | undefined
  onClose: () => void
}

/** The whole picture, or the video with the browser's own controls. */
function AlbumView({ item, name, onReport, onClose }: AlbumViewProps) {
  const text = useText()
  return (
    <Dialog open onClose={onClose} title={name}>
      <div className="album-view">
        {item.kind === 'image' ? (
          <img src={item.url ?? item.thumbnail} width={item.width} height={item.height} alt={name} />
        ) : (
          // biome-ignore lint/a11y/useMediaCaption: clips have no words to be written under them
          <video src={item.url ?? undefined} poster={item.thumbnail} controls playsInline loop aria-label={name} />
        )}
        <div className="album-view-foot">
          {item.generated ? <AiMark kind={item.kind} /> : null}
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

/** Not from elsewhere: a file takes seconds to come, and its reader may have gone on. */
function focusWhenLost(button: HTMLElement | null): void {
  if (document.activeElement === document.body) button?.focus({ preventScroll: true })
}

function AiMark({ kind }: { kind: Attachment['kind'] }) {
  const text = useText()
  return <span className="album-mark">{text(kind === 'image' ? 'albums.aiImage' : 'albums.aiVideo')}</span>
}

/** Minutes and seconds, as players write them in every language. */
function clockOf(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
