import { isolateName } from '@everkin/contract/isolate-name.ts'
import type { Scene } from '@everkin/contract/types.ts'
import { Link } from 'react-router'
import { useFormat } from '../../../i18n/format.ts'
import { useLocale, useText } from '../../../i18n/use-text.ts'
import { CharacterAvatar } from '../../../ui/avatar.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useConversation } from '../context/conversation-context.ts'
import type { Participants } from '../context/participants.tsx'
import { ChatMenu, type ChatMenuProps } from './chat-menu.tsx'
import { ChatScene } from './chat-scene.tsx'

/** Longer titles are smaller, so that they fit in two lines beside the face. */
const LONG_TITLE_LENGTH = 24

interface ChatHeaderProps extends ChatMenuProps {
  scene: Scene | null
}

/**
 * The scene with the name and the label “AI character” (H1), the back button, and the menu of the chat. Scrolling makes
 * it a bar, in which the label stays.
 */
export function ChatHeader({ chat, scene, ...actions }: ChatHeaderProps) {
  const text = useText()
  const { group, links, settings, showPanel, isGuest } = useConversation()

  return (
    <header className="chat-header">
      <ChatScene scene={scene} portrait={chat.card.avatar} cardId={chat.card.id} />
      <Link className="icon-button back" to={links.history} aria-label={text('shell.actions.back')}>
        <Icon name="caret-left" mirror />
      </Link>
      <Link className="chat-who" to={links.card(chat.card.type, chat.card.id)}>
        {group ? (
          <ParticipantAvatars group={group} />
        ) : (
          <CharacterAvatar url={chat.card.avatar} id={chat.card.id} name={chat.card.name} size="small" />
        )}
        <span>
          <h1
            className="title-3"
            dir="auto"
            title={chat.title}
            data-long={chat.title.length > LONG_TITLE_LENGTH || undefined}
          >
            {chat.title}
          </h1>
          <span className="caption muted chat-label">
            <span>{text(group ? 'groups.chat.badge' : 'chats.ai.badge')}</span>
            {group || chat.card.tagline ? (
              <bdi className="chat-tagline">{group ? <CompanyNames group={group} /> : chat.card.tagline}</bdi>
            ) : null}
          </span>
        </span>
      </Link>
      {group ? (
        <IconButton
          icon="users-three"
          label={text('groups.chat.cast')}
          className="cast-button"
          onClick={() => showPanel({ kind: 'participants' })}
        />
      ) : null}
      {isGuest ? null : (
        <>
          <button
            type="button"
            className="model-button"
            aria-label={text('presets.choice.open', { name: settings.model })}
            onClick={() => showPanel({ kind: 'model' })}
          >
            <Icon name="cpu" size="small" />
            <bdi>{settings.model}</bdi>
          </button>
          <IconButton
            icon="notebook"
            label={text('memory.open')}
            className="memory-button"
            onClick={() => showPanel({ kind: 'memory' })}
          />
          <ChatMenu chat={chat} {...actions} />
        </>
      )}
    </header>
  )
}

/** Who is in a group: “Bram, Wren, Odile and you”. */
function CompanyNames({ group }: { group: Participants }) {
  const text = useText()
  const format = useFormat()
  const locale = useLocale()
  const names = group.members.map(({ shortName }) => isolateName(shortName, locale))
  return format.list([...names, text('groups.chat.you')])
}

function ParticipantAvatars({ group }: { group: Participants }) {
  return (
    <span className="casts">
      {group.members.slice(0, 4).map(({ cardId, name, avatar }) => (
        <CharacterAvatar key={cardId} url={avatar} id={cardId} name={name} size="tiny" />
      ))}
    </span>
  )
}

interface DeletedChatProps {
  onRestore: () => void
}

/** Replaces the composer when the chat was deleted, here or on another device. */
export function DeletedChat({ onRestore }: DeletedChatProps) {
  const text = useText()
  return (
    <div className="dock dock-closed">
      <p>{text('chats.log.deleted')}</p>
      <Button onClick={onRestore}>{text('shell.actions.undo')}</Button>
    </div>
  )
}
