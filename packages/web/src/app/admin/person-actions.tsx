import type { OperatorRole } from '@everkin/contract/operator-roles.ts'
import { OPERATOR_ROLES } from '@everkin/contract/operator-roles.ts'
import { SUSPENSION_REASONS, type SuspensionReason } from '@everkin/contract/suspension-reasons.ts'
import type { User } from '@everkin/contract/types.ts'
import { type FormEvent, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useFreshSignIn } from '../../features/accounts/use-fresh-sign-in.tsx'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { useSiteConfig } from '../use-site-config.ts'
import { AgeActions } from './age-actions.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { GrantForm } from './grant-form.tsx'
import type { DeskPerson } from './person-facts.tsx'
import { SelectField } from './select-field.tsx'

interface PersonActionsProps {
  person: DeskPerson
  /** Who looks. */
  operator: Pick<User, 'id' | 'operator_role'> | null
  onChange: () => Promise<void>
  onErased: () => void
}

/** What the operator's role may do with this account. */
export function PersonActions({ person, operator, onChange, onErased }: PersonActionsProps) {
  const text = useText()
  const role = operator?.operator_role ?? null
  const is = (...roles: OperatorRole[]) => role !== null && (role === 'owner' || roles.includes(role))
  return (
    <section className="desk-card">
      <h2>{text('desk.person.actions')}</h2>
      {person.may_act ? (
        <>
          {is('moderator') ? <SuspensionForm person={person} onChange={onChange} /> : null}
          {is('support') ? <GrantForm personId={person.id} onChange={onChange} /> : null}
          {is('support') ? <AgeActions person={person} onChange={onChange} /> : null}
          <SignOutRow personId={person.id} onChange={onChange} />
          {is() && !person.role_by_settings ? <RoleForm person={person} onChange={onChange} /> : null}
          {is('support') ? <DataRequests person={person} onChange={onChange} onErased={onErased} /> : null}
        </>
      ) : (
        <p className="muted">
          {text(person.id === operator?.id ? 'desk.person.noActionsOwn' : 'desk.person.noActions')}
        </p>
      )}
    </section>
  )
}

type FormProps = Pick<PersonActionsProps, 'person' | 'onChange'>

function SuspensionForm({ person, onChange }: FormProps) {
  const text = useText()
  const toasts = useToast()
  const [reason, setReason] = useState<SuspensionReason | ''>('')
  const isSuspended = person.suspensions.some(({ ended_at }) => ended_at === null)
  const change = useMutation(
    async () => {
      const body = { person_id: person.id }
      if (isSuspended) await callApi('POST /api/desk/restore', { body })
      else if (reason !== '') await callApi('POST /api/desk/suspend', { body: { ...body, reason } })
      toasts.show(text(isSuspended ? 'desk.person.restoreDone' : 'desk.person.suspendDone'))
      setReason('')
      await onChange()
    },
    { toastsErrors: true },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void change.run()
  }
  return (
    <form className="desk-action" onSubmit={submit}>
      {isSuspended ? null : (
        <>
          <p className="small muted">{text('desk.person.suspendHint')}</p>
          <SelectField
            label={text('desk.person.reason')}
            value={reason}
            required
            options={[
              { value: '', label: text('desk.person.chooseReason') },
              ...SUSPENSION_REASONS.map((value) => ({ value, label: text(`suspension.reasons.${value}`) })),
            ]}
            onChange={(value) => setReason(SUSPENSION_REASONS.find((one) => one === value) ?? '')}
          />
        </>
      )}
      <Button type="submit" variant={isSuspended ? 'quiet' : 'danger'} busy={change.isBusy}>
        {text(isSuspended ? 'desk.person.restore' : 'desk.person.suspend')}
      </Button>
    </form>
  )
}

function SignOutRow({ personId, onChange }: { personId: string; onChange: () => Promise<void> }) {
  const text = useText()
  const toasts = useToast()
  const signOut = useMutation(
    async () => {
      await callApi('POST /api/desk/people/signOut', { body: { person_id: personId } })
      toasts.show(text('desk.person.signOutDone'))
      await onChange()
    },
    { toastsErrors: true },
  )
  return (
    <div className="desk-action">
      <Button busy={signOut.isBusy} onClick={() => void signOut.run()}>
        {text('desk.person.signOut')}
      </Button>
    </div>
  )
}

function RoleForm({ person, onChange }: FormProps) {
  const text = useText()
  const toasts = useToast()
  const { withFreshSignIn, dialog } = useFreshSignIn(useSiteConfig())
  const [role, setRole] = useState<OperatorRole | ''>(person.role ?? '')
  const save = useMutation(
    async () => {
      const body = { person_id: person.id, role: role === '' ? null : role }
      await withFreshSignIn(() => callApi('POST /api/desk/role', { body }))
      toasts.show(text('desk.person.roleSaved'))
      await onChange()
    },
    { toastsErrors: true },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save.run()
  }
  return (
    <form className="desk-action" onSubmit={submit}>
      <SelectField
        label={text('desk.person.role')}
        value={role}
        options={[
          { value: '', label: text('desk.none') },
          ...OPERATOR_ROLES.map((value) => ({ value, label: text(`desk.roles.${value}`) })),
        ]}
        onChange={(value) => setRole(OPERATOR_ROLES.find((one) => one === value) ?? '')}
      />
      <Button type="submit" busy={save.isBusy} disabled={role === (person.role ?? '')}>
        {text('desk.person.saveRole')}
      </Button>
      {dialog}
    </form>
  )
}

function DataRequests({ person, onChange, onErased }: FormProps & Pick<PersonActionsProps, 'onErased'>) {
  const text = useText()
  const toasts = useToast()
  const [isErasing, setIsErasing] = useState(false)
  const offer = useMutation(
    async () => {
      await callApi('POST /api/desk/people/offerExport', { body: { person_id: person.id } })
      toasts.show(text('desk.person.offerExportDone'))
      await onChange()
    },
    { toastsErrors: true },
  )
  return (
    <div className="desk-action">
      <p>
        <b>{text('desk.person.dataRequests')}</b>
      </p>
      <p className="small muted">{text('desk.person.offerExportHint')}</p>
      <Button busy={offer.isBusy} disabled={person.email === null} onClick={() => void offer.run()}>
        {text('desk.person.offerExport')}
      </Button>
      <Button variant="ghost" onClick={() => setIsErasing(true)}>
        {text('desk.person.erase')}
      </Button>
      <EraseDialog open={isErasing} person={person} onClose={() => setIsErasing(false)} onErased={onErased} />
    </div>
  )
}
