import type { ApiData } from '@everkin/contract/api-types.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { errorMessage, isAgeUnknown } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { RichText, slot } from '../../i18n/rich-text.tsx'
import { useText } from '../../i18n/use-text.ts'
import { CharacterAvatar } from '../../ui/avatar.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { ChooseCharacter, type Companion } from './choose-character.tsx'
import { InviteLink } from './invite-link.tsx'
import './invite-dialog.css'

type Invitation = ApiData<'POST /api/invitation/create'>
type Gift = ApiData<'GET /api/invitation/gift'>['gift']

interface InviteDialogProps {
  /** Null if the character has to be chosen first. */
  companion: Companion | null
  onClose: () => void
  /** Called when the server needs a name and an age first; must run `then` afterwards. */
  onAgeUnknown: (then: () => void) => void
  onMade?: () => void
}

/** Creates an invitation: choose a character, then send, copy or show the single-use link. */
export function InviteDialog({ companion: given, onClose, onAgeUnknown, onMade }: InviteDialogProps) {
  const text = useText()
  const [chosen, setChosen] = useState<Companion | null>(given)
  if (!chosen)
    return (
      <Dialog
        open
        onClose={onClose}
        title={text('invitations.choose.title')}
        description={text('invitations.choose.hint')}
      >
        <ChooseCharacter onChosen={setChosen} />
      </Dialog>
    )
  return <CreateInvitation companion={chosen} onClose={onClose} onAgeUnknown={onAgeUnknown} onMade={onMade} />
}

function CreateInvitation({
  companion,
  onClose,
  onAgeUnknown,
  onMade,
}: Omit<InviteDialogProps, 'companion'> & { companion: Companion }) {
  const text = useText()
  const [made, setMade] = useState<Invitation | null>(null)

  const make = useMutation(
    async () => {
      setMade(await callApi('POST /api/invitation/create', { body: { card_id: companion.id } }))
      onMade?.()
    },
    {
      onError: (error) => {
        if (isAgeUnknown(error)) onAgeUnknown(() => void make.run())
        return errorMessage(error, text)
      },
    },
  )

  const gift = useGift()
  const hint = gift
    ? text('invitations.hint', {
        coins: text('wallet.coins', { count: gift.coin_num }),
        messages: text('wallet.messages', { count: gift.message_num }),
      })
    : null
  return (
    <Dialog
      open
      onClose={onClose}
      title={text('invitations.title', { name: companion.name })}
      description={made ? text('invitations.once') : hint}
    >
      {made ? (
        <InviteLink name={companion.name} url={made.url} expiresAt={made.expires_at} reach={made.reach} />
      ) : (
        <Portrait companion={companion} />
      )}
      {make.error ? <Banner icon="warning-circle">{make.error}</Banner> : null}
      <Button
        variant={made ? 'ghost' : 'primary'}
        size="large"
        wide
        busy={make.isBusy}
        onClick={() => void make.run()}
        data-first-focus
      >
        {text(made ? 'invitations.another' : 'invitations.create')}
      </Button>
    </Dialog>
  )
}

/** What a link that is created now gives; null until the server has answered. */
function useGift(): Gift | null {
  const [gift, setGift] = useState<Gift | null>(null)
  useEffect(() => {
    let isGone = false
    callApi('GET /api/invitation/gift').then(
      (answer) => {
        if (!isGone) setGift(answer.gift)
      },
      () => undefined, // the dialog works without it
    )
    return () => {
      isGone = true
    }
  }, [])
  return gift
}

function Portrait({ companion }: { companion: Companion }): ReactNode {
  const text = useText()
  return (
    <div className="invite-who">
      <CharacterAvatar url={companion.avatar} id={companion.id} name={companion.name} size="huge" />
      <p className="small muted">
        <RichText text={text('landing.invitation.aiNote', { name: slot('name') })} names={{ name: companion.name }} />
      </p>
    </div>
  )
}
