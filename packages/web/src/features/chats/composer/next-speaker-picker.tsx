import { useText } from '../../../i18n/use-text.ts'
import { CharacterAvatar } from '../../../ui/avatar.tsx'
import { useChatSnapshot, useConversation } from '../context/conversation-context.ts'
import type { Participants } from '../context/participants.tsx'
import { ReplyPrice, useReplyPrice } from '../messages/reply-price.tsx'

interface NextSpeakerPickerProps {
  group: Participants
  /** Who answers the message being written; null if the group's turn policy decides. */
  chosen: string | null
  onChoose: (cardId: string | null) => void
  /** With text in the field, a press chooses who answers it; without text the character speaks at once. */
  hasWords: boolean
}

/** Chooses who speaks next in a group. */
export function NextSpeakerPicker({ group, chosen, onChoose, hasWords }: NextSpeakerPickerProps) {
  const { chat, warnIfUnsent } = useConversation()
  const text = useText()
  const snapshot = useChatSnapshot(chat)
  const price = useReplyPrice()
  const chooses = hasWords || snapshot.streamingId !== null
  const muted = new Set(snapshot.chat.muted)

  return (
    <>
      {group.policy === 'manual' ? <p className="next-hint">{text('groups.chat.manual')}</p> : null}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form */}
      <div className="next" role="group" aria-label={text('groups.chat.nextLabel')}>
        <span className="caption faint" aria-hidden="true">
          {text('groups.chat.next')}
        </span>
        <button type="button" className="chip" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
          {text(group.policy === 'manual' ? 'groups.chat.nobody' : 'groups.chat.anyone')}
        </button>
        {group.members.map(({ cardId, name, shortName, avatar }) => (
          <button
            key={cardId}
            type="button"
            className={`chip next-one${muted.has(cardId) ? ' next-muted' : ''}`}
            aria-pressed={chooses ? chosen === cardId : undefined}
            aria-label={chooses ? undefined : text('groups.chat.speakNow', { name: shortName })}
            aria-description={chooses ? undefined : (price ?? undefined)}
            title={chooses ? undefined : text('groups.chat.speakNow', { name: shortName })}
            onClick={() => {
              if (chooses) return onChoose(chosen === cardId ? null : cardId)
              onChoose(null)
              warnIfUnsent(chat.commands.requestReplyBy(cardId))
            }}
          >
            <CharacterAvatar url={avatar} id={cardId} name={name} size="tiny" />
            <bdi>{shortName}</bdi>
          </button>
        ))}
        {chooses ? null : <ReplyPrice />}
      </div>
    </>
  )
}
