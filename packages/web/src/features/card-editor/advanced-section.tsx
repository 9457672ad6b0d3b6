import { LIMITS } from '@everkin/contract/limits.ts'
import { useText } from '../../i18n/use-text.ts'
import { DepthPrompt } from './depth-prompt.tsx'
import { FieldPlace, Words } from './field.tsx'
import { FoldedSection } from './section.tsx'
import { SwitchLine } from './shelf-section.tsx'
import { Greetings, type SingleFieldsProps, useDefinition } from './single-fields.tsx'

/** Optional fields that most characters leave empty. */
export function AdvancedSection(props: SingleFieldsProps) {
  const { form, change, validateField } = props
  const { words, define, error } = useDefinition(props)
  const text = useText()
  const { extensions } = form.definition
  return (
    <FoldedSection title={text('card-editor.advanced.title')} hint={text('card-editor.advanced.hint')}>
      <Words
        {...words('nickname')}
        label={text('card-editor.advanced.nickname')}
        help={text('card-editor.advanced.nicknameHint', { char: '{{char}}' })}
        max={LIMITS.nameLength}
      />
      <Words
        path="creator_notes"
        label={text('card-editor.advanced.notes')}
        help={text('card-editor.advanced.notesHint')}
        value={form.creator_notes}
        onChange={(creator_notes) => change({ creator_notes })}
        onLeave={validateField}
        error={error('creator_notes')}
        rows={2}
      />
      <Words
        {...words('system_prompt')}
        label={text('card-editor.advanced.system')}
        help={text('card-editor.advanced.systemHint', { original: '{{original}}' })}
        rows={2}
      />
      <Words
        {...words('post_history_instructions')}
        label={text('card-editor.advanced.postHistory')}
        help={text('card-editor.advanced.postHistoryHint')}
        rows={2}
      />
      <DepthPrompt extensions={extensions} onChange={(next) => define({ extensions: next })} />
      <FieldPlace path="definition.group_only_greetings">
        <Greetings
          list={form.definition.group_only_greetings}
          onChange={(group_only_greetings) => define({ group_only_greetings })}
          most={LIMITS.alternateGreetings}
          forGroups
        />
      </FieldPlace>
      <SwitchLine
        label={text('card-editor.advanced.open')}
        hint={text('card-editor.advanced.openHint')}
        on={form.definition_public}
        onChange={(definition_public) => change({ definition_public })}
      />
      {Object.keys(extensions).length > 0 ? (
        <details className="editor-raw">
          <summary>{text('card-editor.advanced.extensions')}</summary>
          <p className="small muted">{text('card-editor.advanced.extensionsHint')}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
          <pre tabIndex={0} dir="ltr">
            {JSON.stringify(extensions, null, 2)}
          </pre>
        </details>
      ) : null}
    </FoldedSection>
  )
}
