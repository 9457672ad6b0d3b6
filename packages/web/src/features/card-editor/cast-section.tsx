import { LIMITS } from '@everkin/contract/limits.ts'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { CharacterAvatar } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field-error.tsx'
import { patternClass } from '../../ui/pattern.ts'
import { FieldPlace, useIssueText } from './field.tsx'
import type { GroupForm, Member } from './group-form.ts'
import { MoveButtons } from './move-buttons.tsx'
import { AddButton, Section } from './section.tsx'
import type { CardEditor } from './use-card-editor.ts'

const MemberPicker = lazy(async () => ({ default: (await import('./member-picker.tsx')).MemberPicker }))

/** The members of a group, in the order in which they are shown. */
export function CastSection({ form, change, issues }: Pick<CardEditor<GroupForm>, 'form' | 'change' | 'issues'>) {
  const text = useText()
  const error = useIssueText(issues)('member_ids')
  return (
    <Section title={text('card-editor.cast.title')} hint={text('card-editor.cast.hint')}>
      <FieldPlace path="member_ids">
        <CastField
          members={form.members}
          onChange={(update) => change(({ members }) => withMembers(update(members)))}
          error={error}
        />
      </FieldPlace>
    </Section>
  )
}

/** A group is for adults as soon as one of its members is. */
function withMembers(members: Member[]): Partial<GroupForm> {
  return members.some(({ isMature }) => isMature) ? { members, rating: 'nsfw' } : { members }
}

interface CastFieldProps {
  members: Member[]
  onChange: (update: (members: Member[]) => Member[]) => void
  error: string | null
}

function CastField({ members, onChange, error }: CastFieldProps) {
  const text = useText()
  const [isChoosing, setIsChoosing] = useState(false)
  const move = (at: number, by: -1 | 1) =>
    onChange((before) => {
      const [one, other] = [before[at], before[at + by]]
      return one && other ? before.with(at, other).with(at + by, one) : before
    })
  return (
    <>
      <ol className="editor-members">
        {members.map((member, at) => (
          <li key={member.id} className={`editor-member ${patternClass(member.id)}`}>
            <CharacterAvatar url={member.avatar} id={member.id} name={member.name} />
            <span>
              <b className="title-3" dir="auto">
                {member.name}
              </b>
              <span className="small muted" dir="auto">
                {member.tagline}
              </span>
            </span>
            <span className="editor-member-tools">
              <MoveButtons what={member.name} at={at} count={members.length} onMove={(by) => move(at, by)} />
              <IconButton
                icon="x"
                label={text('card-editor.remove', { what: member.name })}
                onClick={() => onChange((before) => before.filter(({ id }) => id !== member.id))}
              />
            </span>
          </li>
        ))}
      </ol>
      {members.length < LIMITS.groupMembers ? (
        <AddButton onClick={() => setIsChoosing(true)}>{text('card-editor.cast.add')}</AddButton>
      ) : null}
      {error ? <FieldError>{error}</FieldError> : null}
      {isChoosing ? (
        <Suspense fallback={null}>
          <MemberPicker
            chosen={members}
            onClose={() => setIsChoosing(false)}
            onChoose={(member) =>
              onChange((before) =>
                before.some(({ id }) => id === member.id)
                  ? before.filter(({ id }) => id !== member.id)
                  : [...before, member].slice(0, LIMITS.groupMembers),
              )
            }
          />
        </Suspense>
      ) : null}
    </>
  )
}
