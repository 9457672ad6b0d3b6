import { pictureAtWidth } from '@everkin/contract/stored-pictures.ts'
import { Icon } from './icon.tsx'
import { patternClass } from './pattern.ts'

type AvatarSize = 'tiny' | 'small' | 'normal' | 'large' | 'huge'

interface CharacterAvatarProps {
  /** The card; without a picture it determines the colour. */
  id: string
  url: string | null
  /** Name of the character; without a picture it determines the letter. */
  name: string
  size?: AvatarSize
  /** Alternative text; omit it where the name is shown beside the picture. */
  alt?: string
  /** Loads the picture immediately: for pictures that are visible when the page opens. */
  eager?: boolean
}

/** A character's picture in the arched frame, which marks fictional characters throughout the product. */
export function CharacterAvatar({ id, url, name, size = 'normal', alt = '', eager = false }: CharacterAvatarProps) {
  const width = size === 'huge' || size === 'large' ? 240 : 96
  return (
    <span className={`arch arch-${size} ${url ? '' : patternClass(id)}`} suppressHydrationWarning>
      {url ? (
        <img
          src={pictureAtWidth(url, width)}
          srcSet={`${pictureAtWidth(url, width)} 1x, ${pictureAtWidth(url, width === 96 ? 240 : 480)} 2x`}
          alt={alt}
          width={96}
          height={128}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
        />
      ) : (
        <Initial name={name} />
      )}
    </span>
  )
}

interface CardCoverProps {
  /** As for an avatar. */
  id: string
  url: string | null
  name: string
  alt?: string
  /** As in `<img sizes>`. */
  sizes?: string
  /** Loads the picture first: for the one main picture of a page. */
  eager?: boolean
  /** A short label on the cover (18+, Draft). */
  stamp?: string
  /** A line of the character, shown in place of a picture. */
  quote?: string | null
}

/** A character as a clothbound book, 3:4, with as much width as available. */
export function CardCover({
  id,
  url,
  name,
  alt = '',
  sizes = '(min-width: 75rem) 11rem, 45vw',
  eager,
  stamp,
  quote,
}: CardCoverProps) {
  return (
    <span className={`cover ${url ? '' : patternClass(id)}`} suppressHydrationWarning>
      {url ? (
        <ResponsiveImage url={url} alt={alt} sizes={sizes} eager={eager} />
      ) : quote ? (
        <span className="initial cover-quote" dir="auto">
          <q>{quote}</q>
        </span>
      ) : (
        <Initial name={name} />
      )}
      {stamp ? <span className="stamp">{stamp}</span> : null}
    </span>
  )
}

interface ResponsiveImageProps {
  url: string
  alt: string
  sizes: string
  eager?: boolean
}

/** A stored picture in several widths; 3:4 unless its container crops it. */
export function ResponsiveImage({ url, alt, sizes, eager = false }: ResponsiveImageProps) {
  const widths = [240, 480, 960] as const
  return (
    <img
      src={pictureAtWidth(url, 480)}
      srcSet={widths.map((width) => `${pictureAtWidth(url, width)} ${width}w`).join(', ')}
      sizes={sizes}
      alt={alt}
      width={480}
      height={640}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
    />
  )
}

/** A person's picture in a circle, or otherwise the first letter of their name, if any; members have a ring. */
export function PersonAvatar({
  name,
  url,
  size = 'normal',
  isMember = false,
}: {
  name: string
  url?: string | null
  isMember?: boolean
  size?: 'small' | 'normal' | 'large' | 'huge'
}) {
  return (
    <span
      className={`person person-${size} ${patternClass(name)}${isMember ? ' person-member' : ''}`}
      aria-hidden="true"
    >
      {url ? <PersonAvatarImage url={url} size={size} /> : (firstLetter(name) ?? <Icon name="user" />)}
    </span>
  )
}

function PersonAvatarImage({ url, size }: { url: string; size: 'small' | 'normal' | 'large' | 'huge' }) {
  const width = size === 'huge' ? 240 : 96
  const dense = size === 'huge' ? 480 : 240
  const srcSet = size === 'large' || size === 'huge' ? `${pictureAtWidth(url, dense)} 2x` : undefined
  return <img src={pictureAtWidth(url, width)} srcSet={srcSet} alt="" width={48} height={48} />
}

/** The first letter of a name, in place of a picture. */
export function Initial({ name }: { name: string }) {
  return (
    <span className="initial" aria-hidden="true">
      {firstLetter(name) ?? '·'}
    </span>
  )
}

function firstLetter(name: string): string | undefined {
  return [...name.trim()][0]?.toLocaleUpperCase()
}
