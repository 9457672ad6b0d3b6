import { isolate } from '@everkin/contract/translate.ts'
import type { Chat, Scene } from '@everkin/contract/types.ts'
import { Link, useNavigate } from 'react-router'
import { useFormat } from '../../../i18n/format.ts'
import { useLocale, useText } from '../../../i18n/use-text.ts'
import { useSession } from '../../../session/session.tsx'
import { CharacterAvatar } from '../../../ui/avatar.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { MenuItem, PopoverMenu } from '../../../ui/popover-menu.tsx'
import { useConversation } from '../context/conversation-context.ts'
import type { Participants } from '../context/participants.tsx'
import { ChatScene } from './chat-scene.tsx'

/** Longer titles are smaller, so that they fit in two lines beside the face. */
const LONG_TITLE_LENGTH = 24

interface ChatHeaderProps {
  chat: Chat
  scene: Scene | null
  onRestart: () => void
  /** Undefined if the card cannot be shared with a friend. */
  onInvite?: () => void
  onPin: (on: boolean) => void
  onDelete: () => void
}

/**
 * The scene with the name and the label “AI character” (H1), the back button, and the menu of the chat. Scrolling makes
 * it a bar, in which the label stays.
 */
export function ChatHeader({ chat, scene, onRestart, onInvite, onPin, onDelete }: ChatHeaderProps) {
  const text = useText()
  const { chat: open, name, group, links, settings, showPanel, isGuest } = useConversation()
  const { person } = useSession()
  const navigate = useNavigate()

  /** Opens the painter with the present moment in words; they travel with the history entry, never in an address. */
  async function paintMoment(): Promise<void> {
    const { momentPrompt } = await import('./moment-prompt.ts')
    const said = open.snapshot().ids.flatMap((id) => {
      const message = open.message(id)
      if (!message || message.role === 'system') return []
      return [
        {
          name: message.role === 'user' ? (person?.nickname ?? '') : (message.speaker?.name ?? name),
          text: message.text,
        },
      ]
    })
    void navigate(links.paint, { state: { words: momentPrompt(said) } })
  }

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
          <PopoverMenu label={text('shell.actions.options')} trigger={<Icon name="dots-three" />}>
            {group ? (
              <MenuItem onSelect={() => showPanel({ kind: 'participants' })}>
                <Icon name="users-three" size="small" />
                {text('groups.chat.cast')}
              </MenuItem>
            ) : null}
            <MenuItem onSelect={() => showPanel({ kind: 'album' })}>
              <Icon name="image" size="small" />
              {text('albums.title')}
            </MenuItem>
            <MenuItem onSelect={() => void paintMoment()}>
              <Icon name="feather" size="small" />
              {text('sketch.paint.moment')}
            </MenuItem>
            <MenuItem onSelect={() => showPanel({ kind: 'memory' })}>
              <Icon name="notebook" size="small" />
              {text('memory.open')}
            </MenuItem>
            <MenuItem onSelect={() => showPanel({ kind: 'search' })}>
              <Icon name="magnifying-glass" size="small" />
              {text('chat-tools.search.title')}
            </MenuItem>
            <MenuItem onSelect={() => showPanel({ kind: 'branches' })}>
              <Icon name="git-branch" size="small" />
              {text('chat-tools.tree.title')}
            </MenuItem>
            <MenuItem onSelect={() => showPanel({ kind: 'prompt', messageId: null })}>
              <Icon name="eye" size="small" />
              {text('chats.memory.modelSaw')}
            </MenuItem>
            <MenuItem onSelect={() => showPanel({ kind: 'reading' })}>
              <Icon name="lamp" size="small" />
              {text('chats.reading.title')}
            </MenuItem>
            <hr />
            <MenuItem onSelect={() => onPin(!chat.pinned)}>
              <Icon name="push-pin" size="small" />
              {text(chat.pinned ? 'chats.list.unpin' : 'chats.list.pin')}
            </MenuItem>
            <MenuItem onSelect={() => showPanel({ kind: 'rename' })}>
              <Icon name="pencil-simple" size="small" />
              {text('chat-tools.rename.title')}
            </MenuItem>
            <MenuItem onSelect={() => showPanel({ kind: 'settings' })}>
              <Icon name="user" size="small" />
              {text('personas.setup.title')}
            </MenuItem>
            <MenuItem onSelect={() => showPanel({ kind: 'model' })}>
              <Icon name="cpu" size="small" />
              {text('presets.choice.title')}
            </MenuItem>
            <MenuItem onSelect={() => showPanel({ kind: 'export' })}>
              <Icon name="download-simple" size="small" />
              {text('chat-tools.take.title')}
            </MenuItem>
            <hr />
            <MenuItem onSelect={onRestart}>
              <Icon name="plus" size="small" />
              {text('chats.restart')}
            </MenuItem>
            {onInvite ? (
              <MenuItem onSelect={onInvite}>
                <Icon name="paper-plane-right" size="small" mirror />
                {text('invitations.action')}
              </MenuItem>
            ) : null}
            <MenuItem danger onSelect={onDelete}>
              <Icon name="trash" size="small" />
              {text('chats.list.delete')}
            </MenuItem>
          </PopoverMenu>
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
  const names = group.members.map(({ shortName }) => isolate(shortName, locale))
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
