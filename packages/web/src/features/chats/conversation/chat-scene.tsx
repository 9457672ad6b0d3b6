import { pictureAtWidth } from '@everkin/contract/stored-pictures.ts'
import type { Scene } from '@everkin/contract/types.ts'
import { patternClass } from '../../../ui/pattern.ts'

interface ChatSceneProps {
  /** Null: the portrait stands in its place, or the card's pattern if there is none. */
  scene: Scene | null
  portrait: string | null
  cardId: string
}

const WIDTHS = [480, 960] as const

/**
 * The place where a character is met, behind the head of a conversation. A blurred copy of the picture fills what the
 * picture itself leaves free.
 */
export function ChatScene({ scene, portrait, cardId }: ChatSceneProps) {
  const url = scene?.url ?? portrait
  return (
    <div className={`chat-scene ${url ? '' : patternClass(cardId)}`} aria-hidden="true">
      {url ? (
        <>
          <img className="chat-scene-ground" src={pictureAtWidth(url, 96)} alt="" decoding="async" />
          <img
            className={scene ? 'chat-scene-picture' : 'chat-scene-portrait'}
            src={pictureAtWidth(url, 480)}
            srcSet={WIDTHS.map((width) => `${pictureAtWidth(url, width)} ${width}w`).join(', ')}
            sizes={scene ? '(min-width: 64rem) 36rem, 130vw' : '14rem'}
            alt=""
            fetchPriority="high"
            decoding="async"
          />
        </>
      ) : null}
    </div>
  )
}
