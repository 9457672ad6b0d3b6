import type { ChatCard } from '@everkin/contract/types.ts'
import { CharacterAvatar } from './avatar.tsx'

/** The picture of a chat in lists: its character, or the overlapping faces of the first members of its group. */
export function ChatAvatar({ card, size }: { card: ChatCard; size?: 'tiny' }) {
  const faces = card.faces ?? []
  if (faces.length < 2) return <CharacterAvatar url={card.avatar} id={card.id} name={card.name} size={size} />
  return (
    <span className={size ? `chat-faces arch-${size}` : 'chat-faces'}>
      {faces.map(({ id, name, avatar }) => (
        <CharacterAvatar key={id} url={avatar} id={id} name={name} size="tiny" />
      ))}
    </span>
  )
}
