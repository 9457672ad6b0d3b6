import { LIMITS } from '@everkin/contract/limits.ts'
import { type FormEvent, useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { RichText } from '../../i18n/rich-text.tsx'
import { useText } from '../../i18n/use-text.ts'
import { arePasskeysSupported, createPasskey, type Passkey, PasskeyFailure } from '../../lib/passkeys.ts'
import { useMounted } from '../../lib/use-mounted.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'

interface PasskeyRowsProps {
  /** As the page was rendered. */
  initial: readonly Passkey[]
  /** Where passkeys of this site work. */
  domain: string | undefined
  /** Runs an action that needs a fresh sign-in. */
  withFreshSignIn: <Result>(action: () => Promise<Result>) => Promise<Result>
}

/** The passkeys of the account: add, rename and remove them. */
export function PasskeyRows({ initial, domain, withFreshSignIn }: PasskeyRowsProps) {
  const text = useText()
  const toasts = useToast()
  const isMounted = useMounted()
  const [passkeys, setPasskeys] = useState(initial)
  const [open, setOpen] = useState<Passkey | null>(null)

  const add = useMutation(
    async () => {
      const options = await withFreshSignIn(() => callApi('POST /api/account/passkeyOptions'))
      const added = await callApi('POST /api/account/addPasskey', { body: { passkey: await createPasskey(options) } })
      setPasskeys((known) => [...known, added])
      toasts.show(text('settings.passkeys.added'))
    },
    {
      toastsErrors: true,
      onError: (error) => {
        if (!(error instanceof PasskeyFailure)) return errorMessage(error, text)
        return text(error.reason === 'known' ? 'settings.passkeys.known' : 'settings.passkeys.notAdded')
      },
    },
  )
  const canAdd = isMounted && arePasskeysSupported(domain)
  if (!canAdd && passkeys.length === 0) return null

  return (
    <>
      <div className="set-row">
        <div className="set-words">
          <b>{text('settings.passkeys.title')}</b>
          <p>{text('settings.passkeys.hint')}</p>
        </div>
        {canAdd ? (
          <Button busy={add.isBusy} onClick={() => void add.run()}>
            {text('settings.passkeys.add')}
          </Button>
        ) : null}
      </div>
      {passkeys.map((passkey) => (
        <div className="set-row" key={passkey.id}>
          <Icon name="fingerprint" />
          <div className="set-words">
            <b id={`passkey-${passkey.id}`}>
              <bdi>{passkey.name}</bdi>
            </b>
            <p>
              <PasskeyTime passkey={passkey} />
            </p>
          </div>
          <Button aria-describedby={`passkey-${passkey.id}`} onClick={() => setOpen(passkey)}>
            {text('settings.passkeys.edit')}
          </Button>
        </div>
      ))}
      {open ? (
        <PasskeyDialog
          passkey={open}
          withFreshSignIn={withFreshSignIn}
          onClose={() => setOpen(null)}
          onRenamed={(renamed) => {
            setPasskeys((known) => known.map((one) => (one.id === renamed.id ? renamed : one)))
            setOpen(null)
            toasts.show(text('settings.passkeys.nameSaved'))
          }}
          onRemoved={() => {
            setPasskeys((known) => known.filter(({ id }) => id !== open.id))
            setOpen(null)
            toasts.show(text('settings.passkeys.removed'))
          }}
        />
      ) : null}
    </>
  )
}

function PasskeyTime({ passkey }: { passkey: Passkey }) {
  const text = useText()
  const { created_at: created, last_used_at: used } = passkey
  const marker = { date: '<date>.</date>' }
  return (
    <RichText
      text={used === null ? text('settings.passkeys.created', marker) : text('settings.devices.lastSeen', marker)}
      tags={{ date: () => <LocalTime iso={used ?? created} as={used === null ? 'date' : 'dateTime'} /> }}
    />
  )
}

interface PasskeyDialogProps extends Pick<PasskeyRowsProps, 'withFreshSignIn'> {
  passkey: Passkey
  onClose: () => void
  onRenamed: (passkey: Passkey) => void
  onRemoved: () => void
}

/** Renames one passkey, or removes it. */
function PasskeyDialog({ passkey, withFreshSignIn, onClose, onRenamed, onRemoved }: PasskeyDialogProps) {
  const text = useText()
  const [name, setName] = useState(passkey.name)
  const rename = useMutation(async () => {
    const body = { passkey_id: passkey.id, name: name.trim() }
    onRenamed(await callApi('POST /api/account/renamePasskey', { body }))
  })
  const remove = useMutation(
    async () => {
      await withFreshSignIn(() => callApi('POST /api/account/removePasskey', { body: { passkey_id: passkey.id } }))
      onRemoved()
    },
    { toastsErrors: true },
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '') rename.setError(text('errors.field.required'))
    else void rename.run()
  }

  return (
    <Dialog open onClose={onClose} narrow title={text('settings.passkeys.one')}>
      <form className="stack" onSubmit={submit} noValidate>
        <TextField
          label={text('settings.passkeys.name')}
          dir="auto"
          maxLength={LIMITS.passkeyNameLength}
          required
          data-first-focus
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={rename.error}
        />
        <Button type="submit" variant="primary" size="large" wide busy={rename.isBusy} disabled={remove.isBusy}>
          {text('settings.passkeys.saveName')}
        </Button>
        <p className="small muted">{text('settings.passkeys.removeHint')}</p>
        <Button variant="danger" size="large" wide busy={remove.isBusy} onClick={() => void remove.run()}>
          {text('settings.passkeys.remove')}
        </Button>
      </form>
    </Dialog>
  )
}
