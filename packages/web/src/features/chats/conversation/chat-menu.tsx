import type { Chat } from '@everkin/contract/types.ts'
import { useNavigate } from 'react-router'
import { useText } from '../../../i18n/use-text.ts'
import { useSession } from '../../../session/session.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { IconName } from '../../../ui/icon-names.ts'
import { MenuItem, PopoverMenu } from '../../../ui/popover-menu.tsx'
import { type Panel, useConversation } from '../context/conversation-context.ts'

export interface ChatMenuProps {
  chat: Chat
  onRestart: () => void
  /** Undefined if the card cannot be shared with a friend. */
  onInvite?: () => void
  onPin: (on: boolean) => void
  onDelete: () => void
}

/** The menu of a chat: what to look at beside the conversation, the settings of the chat, and what to do with it. */
export function ChatMenu({ chat, onRestart, onInvite, onPin, onDelete }: ChatMenuProps) {
  const text = useText()
  const { group } = useConversation()
  const paintMoment = usePaintMoment()
  return (
    <PopoverMenu label={text('shell.actions.options')} trigger={<Icon name="dots-three" />}>
      {group ? (
        <PanelItem panel={{ kind: 'participants' }} icon="users-three" label={text('groups.chat.cast')} />
      ) : null}
      <PanelItem panel={{ kind: 'album' }} icon="image" label={text('albums.title')} />
      <MenuItem onSelect={() => void paintMoment()}>
        <Icon name="feather" size="small" />
        {text('sketch.paint.moment')}
      </MenuItem>
      <PanelItem panel={{ kind: 'memory' }} icon="notebook" label={text('memory.open')} />
      <PanelItem panel={{ kind: 'search' }} icon="magnifying-glass" label={text('chat-tools.search.title')} />
      <PanelItem panel={{ kind: 'branches' }} icon="git-branch" label={text('chat-tools.tree.title')} />
      <PanelItem panel={{ kind: 'prompt', messageId: null }} icon="eye" label={text('chats.memory.modelSaw')} />
      <PanelItem panel={{ kind: 'reading' }} icon="lamp" label={text('chats.reading.title')} />
      <hr />
      <MenuItem onSelect={() => onPin(!chat.pinned)}>
        <Icon name="push-pin" size="small" />
        {text(chat.pinned ? 'chats.list.unpin' : 'chats.list.pin')}
      </MenuItem>
      <PanelItem panel={{ kind: 'rename' }} icon="pencil-simple" label={text('chat-tools.rename.title')} />
      <PanelItem panel={{ kind: 'settings' }} icon="user" label={text('personas.setup.title')} />
      <PanelItem panel={{ kind: 'model' }} icon="cpu" label={text('presets.choice.title')} />
      <PanelItem panel={{ kind: 'export' }} icon="download-simple" label={text('chat-tools.take.title')} />
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
  )
}

function PanelItem({ panel, icon, label }: { panel: Panel; icon: IconName; label: string }) {
  const { showPanel } = useConversation()
  return (
    <MenuItem onSelect={() => showPanel(panel)}>
      <Icon name={icon} size="small" />
      {label}
    </MenuItem>
  )
}

/** Opens the painter with the present moment in words; they travel with the history entry, never in an address. */
function usePaintMoment(): () => Promise<void> {
  const { chat, name, links } = useConversation()
  const { person } = useSession()
  const navigate = useNavigate()
  return async () => {
    const { momentPrompt } = await import('./moment-prompt.ts')
    const said = chat.snapshot().ids.flatMap((id) => {
      const message = chat.message(id)
      if (!message || message.role === 'system') return []
      const speaker = message.role === 'user' ? person?.nickname : (message.speaker?.name ?? name)
      return [{ name: speaker ?? '', text: message.text }]
    })
    void navigate(links.paint, { state: { words: momentPrompt(said) } })
  }
}
