import { callApi } from '../../../api/client.ts'
import { useText } from '../../../i18n/use-text.ts'
import { CharacterAvatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { useMutation } from '../../../ui/use-mutation.ts'
import { useChatSnapshot, useConversation } from '../context/conversation-context.ts'
import type { Participant, Participants } from '../context/participants.tsx'
import { TurnPolicyLine } from '../context/participants.tsx'
import { PanelFrame } from './panel-frame.tsx'

/** The participants and their turn policy: third pane on wide screens, full screen on phones. */
export function ParticipantsPanel({ onClose }: { onClose: () => void }) {
  const text = useText()
  const { group } = useConversation()
  if (!group) return null
  return (
    <PanelFrame title={text('groups.chat.cast')} onClose={onClose}>
      <TurnPolicyLine policy={group.policy} />
      <ParticipantRows group={group} />
    </PanelFrame>
  )
}

/** All participants; each can be asked to speak, or muted. */
export function ParticipantRows({ group, heading = 'h3' }: { group: Participants; heading?: 'h3' | 'h4' }) {
  const { chat } = useConversation()
  const { muted } = useChatSnapshot(chat).chat
  return (
    <ul className="cast-rows">
      {group.members.map((member) => (
        <ParticipantRow key={member.cardId} member={member} heading={heading} isMuted={muted.includes(member.cardId)} />
      ))}
    </ul>
  )
}

interface ParticipantRowProps {
  member: Participant
  heading: 'h3' | 'h4'
  isMuted: boolean
}

function ParticipantRow({ member, heading: Heading, isMuted }: ParticipantRowProps) {
  const { chat, warnIfUnsent } = useConversation()
  const text = useText()
  const isWriting = useChatSnapshot(chat).streamingId !== null
  const { cardId, name, avatar, tagline, cloth } = member

  const mute = useMutation(
    async (on: boolean) => {
      await callApi('POST /api/chat/mute', { body: { chat_id: chat.chatId, card_id: cardId, on } })
      chat.applyMuted(cardId, on)
    },
    { toastsErrors: true },
  )

  return (
    <li className={cloth}>
      <CharacterAvatar url={avatar} id={cardId} name={name} />
      <div>
        <Heading className="title-3" dir="auto">
          {name}
        </Heading>
        <p className="small muted" dir="auto">
          {isMuted ? text('groups.chat.muted') : tagline}
        </p>
      </div>
      <div className="cast-row-actions">
        <Button
          size="small"
          aria-label={text('groups.chat.speakNow', { name })}
          // Not `disabled`, which would lose the focus just when the reply begins.
          aria-disabled={isWriting || undefined}
          onClick={() => isWriting || warnIfUnsent(chat.commands.requestReplyBy(cardId))}
        >
          {text('groups.chat.speak')}
        </Button>
        <Button
          size="small"
          variant="ghost"
          aria-busy={mute.isBusy || undefined}
          aria-label={text(isMuted ? 'groups.chat.unmuteOne' : 'groups.chat.muteOne', { name })}
          onClick={() => void mute.run(!isMuted)}
        >
          {text(isMuted ? 'groups.chat.unmute' : 'groups.chat.mute')}
        </Button>
      </div>
    </li>
  )
}
