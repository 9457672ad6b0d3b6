import type { Attachment } from '@everkin/contract/types.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useFormat } from '../i18n/format.ts'
import { useText } from '../i18n/use-text.ts'
import { AiContentLabel } from './ai-content-label.tsx'
import { Icon } from './icon.tsx'
import './styles/album.css'

// Loaded when a picture is opened; the page only needs the tiles.
const AlbumView = lazy(async () => ({ default: (await import('./album-view.tsx')).AlbumView }))

interface AlbumTileProps {
  item: Attachment
  /** Shown on a locked item: its price, or what unlocks it. */
  offer: ReactNode
  /** Omit it where reporting is not possible. */
  onReport?: (itemId: string) => void
  /** Blocks the character that the album belongs to. */
  onBlock?: () => void
  /** Called when the signed URL has expired. */
  onBroken?: () => void
  /** Moves the focus to the item after it was unlocked here, since the button is gone. */
  takesFocus?: boolean
}

/**
 * A picture, a video or a thing of an album, which opens when clicked or is locked. The text of a lock never describes
 * a picture; a thing is named by its kind and title, so that nobody pays for a surprise.
 */
export function AlbumTile({ item, offer, onReport, onBlock, onBroken, takesFocus = false }: AlbumTileProps) {
  const text = useText()
  const { labelled } = useFormat()
  const [isShown, setShown] = useState(false)
  const length = item.duration_ms === null ? null : formatDuration(item.duration_ms)
  if (item.locked) {
    const isThing = item.keepsake !== undefined
    const what = item.keepsake
      ? text(`albums.kinds.${item.keepsake}`)
      : text(item.kind === 'image' ? 'albums.lockedImage' : 'albums.lockedVideo')
    return (
      <figure className="album-tile">
        <img className="album-picture" src={item.thumbnail} alt="" loading="lazy" />
        <figcaption className="album-lock">
          <span className="album-arch" aria-hidden="true">
            <Icon name="lock-simple" />
          </span>
          <p className={isThing ? 'caption' : 'small'}>
            {what} {length ? <bdi className="figures">{length}</bdi> : null}
          </p>
          {isThing ? (
            <p className="album-thing" dir="auto">
              {item.caption}
            </p>
          ) : null}
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
        ref={takesFocus ? restoreFocus : undefined}
        className="album-open"
        aria-label={labelled(text(item.kind === 'image' ? 'albums.show' : 'albums.play'), named)}
        onClick={() => setShown(true)}
      >
        <img className="album-picture" src={item.thumbnail} alt="" loading="lazy" onError={onBroken} />
      </button>
      <figcaption className="album-marks">
        {item.generated ? <AiContentLabel kind={item.kind} isShort /> : null}
        {item.kind === 'video' ? (
          <span className="picture-mark figures">
            <Icon name="play-fill" size="tiny" />
            <bdi>{length}</bdi>
          </span>
        ) : null}
      </figcaption>
      {isShown ? (
        <Suspense fallback={null}>
          <AlbumView item={item} name={named} onReport={onReport} onBlock={onBlock} onClose={() => setShown(false)} />
        </Suspense>
      ) : null}
    </figure>
  )
}

/** Only if the focus is nowhere else: a file takes seconds to load, and the reader may have moved on. */
function restoreFocus(button: HTMLElement | null): void {
  if (document.activeElement === document.body) button?.focus({ preventScroll: true })
}

/** `m:ss`, the same in every language. */
function formatDuration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
