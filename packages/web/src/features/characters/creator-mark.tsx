import type { SingleCard } from '@everkin/contract/types.ts'
import { PersonAvatar } from '../../ui/avatar.tsx'
import { Logo } from '../../ui/logo.tsx'

/** The creator of the cards that ship with Everkin. */
export const LIBRARY_ID = 'everkin'

/** The picture of a card's creator; the library has the mark, so that it does not look like a person. */
export function CreatorMark({ creator }: { creator: SingleCard['creator'] }) {
  if (creator.id === LIBRARY_ID) return <Logo />
  return <PersonAvatar name={creator.nickname} url={creator.avatar} size="small" />
}
