import { useText } from '../../i18n/use-text.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { KeysField } from './keys-field.tsx'
import { LORE_LOGIC, LORE_PLACES, LORE_ROLES, type LoreEntry } from './lore-book.ts'
import { ChoiceField, NumberField } from './number-field.tsx'
import { SwitchLine } from './shelf-section.tsx'

interface LoreEntryDetailsProps {
  entry: LoreEntry
  readsPatternKeys: boolean
  onChange: (patch: Partial<LoreEntry>) => void
}

/** Everything of an entry that most people leave as it is. */
export function LoreEntryDetails(props: LoreEntryDetailsProps) {
  return (
    <div className="lore-form">
      <WordFields {...props} />
      <PlaceFields {...props} />
      <RecursionFields {...props} />
      <GroupFields {...props} />
      <TimeFields {...props} />
    </div>
  )
}

function WordFields({ entry, readsPatternKeys, onChange }: LoreEntryDetailsProps) {
  const text = useText()
  return (
    <>
      <SwitchLine
        label={text('card-editor.lore.caseSensitive')}
        hint={text('card-editor.lore.caseHint')}
        on={entry.case_sensitive}
        onChange={(case_sensitive) => onChange({ case_sensitive })}
      />
      <SwitchLine
        label={text('card-editor.lore.wholeWords')}
        hint={text('card-editor.lore.wholeWordsHint')}
        on={entry.match_whole_words}
        onChange={(match_whole_words) => onChange({ match_whole_words })}
      />
      {readsPatternKeys ? null : (
        <SwitchLine
          label={text('card-editor.lore.regex')}
          hint={text('card-editor.lore.regexHint')}
          on={entry.use_regex}
          onChange={(use_regex) => onChange(use_regex ? { use_regex, constant: false } : { use_regex })}
        />
      )}
      {entry.use_regex ? null : (
        <SwitchLine
          label={text('card-editor.lore.selective')}
          hint={text('card-editor.lore.selectiveHint')}
          on={entry.selective}
          onChange={(selective) => onChange({ selective })}
        />
      )}
      {entry.selective && !entry.use_regex ? (
        <>
          <KeysField
            label={text('card-editor.lore.secondary')}
            keys={entry.secondary_keys}
            onChange={(secondary_keys) => onChange({ secondary_keys })}
          />
          <ChoiceField
            label={text('card-editor.lore.logic')}
            value={entry.logic}
            options={LORE_LOGIC.map((logic) => [logic, text(`card-editor.lore.logics.${logic}`)] as const)}
            onChange={(logic) => onChange({ logic })}
          />
        </>
      ) : null}
      <div className="editor-two">
        <NumberField
          label={text('card-editor.lore.probability')}
          value={entry.probability}
          most={100}
          onChange={(probability) => onChange({ probability: probability ?? 100 })}
        />
        <NumberField
          label={text('card-editor.lore.scanDepth')}
          help={text('card-editor.lore.scanHint')}
          value={entry.scan_depth}
          most={50}
          onChange={(scan_depth) => onChange({ scan_depth })}
        />
      </div>
    </>
  )
}

function PlaceFields({ entry, onChange }: LoreEntryDetailsProps) {
  const text = useText()
  // Nobody would choose what is not used, but it stays with an entry that came with it.
  const places = LORE_PLACES.filter((place) => place !== 'outlet' || entry.place === 'outlet')
  return (
    <>
      <div className="editor-two">
        <ChoiceField
          label={text('card-editor.lore.place')}
          value={entry.place}
          options={places.map((place) => [place, text(`card-editor.lore.places.${place}`)] as const)}
          onChange={(place) => onChange({ place })}
        />
        <NumberField
          label={text('card-editor.lore.priority')}
          help={text('card-editor.lore.priorityHint')}
          value={entry.priority}
          most={1_000_000}
          onChange={(priority) => onChange({ priority })}
        />
      </div>
      {['at_depth', 'before_note', 'after_note'].includes(entry.place) ? (
        <div className="editor-two">
          {entry.place === 'at_depth' ? (
            <NumberField
              label={text('card-editor.lore.depth')}
              value={entry.depth}
              most={999}
              onChange={(depth) => onChange({ depth: depth ?? 0 })}
            />
          ) : null}
          <ChoiceField
            label={text('card-editor.lore.role')}
            value={entry.role}
            options={LORE_ROLES.map((role) => [role, text(`card-editor.lore.roles.${role}`)] as const)}
            onChange={(role) => onChange({ role })}
          />
        </div>
      ) : null}
    </>
  )
}

function RecursionFields({ entry, onChange }: LoreEntryDetailsProps) {
  const text = useText()
  return (
    <>
      <SwitchLine
        label={text('card-editor.lore.excludeRecursion')}
        hint={text('card-editor.lore.excludeRecursionHint')}
        on={entry.exclude_recursion}
        onChange={(exclude_recursion) => onChange({ exclude_recursion })}
      />
      <SwitchLine
        label={text('card-editor.lore.preventRecursion')}
        hint={text('card-editor.lore.preventRecursionHint')}
        on={entry.prevent_recursion}
        onChange={(prevent_recursion) => onChange({ prevent_recursion })}
      />
      <SwitchLine
        label={text('card-editor.lore.delayRecursion')}
        hint={text('card-editor.lore.delayRecursionHint')}
        on={entry.delay_until_recursion}
        onChange={(delay_until_recursion) => onChange({ delay_until_recursion })}
      />
    </>
  )
}

function GroupFields({ entry, onChange }: LoreEntryDetailsProps) {
  const text = useText()
  return (
    <>
      <div className="editor-two">
        <TextField
          label={text('card-editor.lore.group')}
          help={text('card-editor.lore.groupHint')}
          dir="auto"
          autoComplete="off"
          value={entry.group}
          onChange={(event) => onChange({ group: event.target.value })}
        />
        {entry.group.trim() === '' ? null : (
          <NumberField
            label={text('card-editor.lore.groupWeight')}
            help={text('card-editor.lore.groupWeightHint')}
            value={entry.group_weight}
            most={10_000}
            onChange={(group_weight) => onChange({ group_weight: group_weight ?? 100 })}
          />
        )}
      </div>
      {entry.group.trim() === '' ? null : (
        <>
          <SwitchLine
            label={text('card-editor.lore.groupOverride')}
            hint={text('card-editor.lore.groupOverrideHint')}
            on={entry.group_override}
            onChange={(group_override) => onChange({ group_override })}
          />
          <SwitchLine
            label={text('card-editor.lore.groupScoring')}
            hint={text('card-editor.lore.groupScoringHint')}
            on={entry.use_group_scoring}
            onChange={(use_group_scoring) => onChange({ use_group_scoring })}
          />
        </>
      )}
    </>
  )
}

const MAX_MESSAGES = 100

function TimeFields({ entry, onChange }: LoreEntryDetailsProps) {
  const text = useText()
  return (
    <>
      <div className="editor-two">
        <NumberField
          label={text('card-editor.lore.sticky')}
          help={text('card-editor.lore.stickyHint')}
          value={entry.sticky}
          most={MAX_MESSAGES}
          onChange={(sticky) => onChange({ sticky: sticky ?? 0 })}
        />
        <NumberField
          label={text('card-editor.lore.cooldown')}
          help={text('card-editor.lore.cooldownHint')}
          value={entry.cooldown}
          most={MAX_MESSAGES}
          onChange={(cooldown) => onChange({ cooldown: cooldown ?? 0 })}
        />
      </div>
      <NumberField
        label={text('card-editor.lore.delay')}
        help={text('card-editor.lore.delayHint')}
        value={entry.delay}
        most={MAX_MESSAGES}
        onChange={(delay) => onChange({ delay: delay ?? 0 })}
      />
      <KeysField
        label={text('card-editor.lore.filter')}
        help={text('card-editor.lore.filterHint')}
        keys={entry.filter_names}
        onChange={(filter_names) => onChange({ filter_names })}
      />
      {entry.filter_names.length > 0 ? (
        <SwitchLine
          label={text('card-editor.lore.filterExcludes')}
          hint={text('card-editor.lore.filterExcludesHint')}
          on={entry.filter_excludes}
          onChange={(filter_excludes) => onChange({ filter_excludes })}
        />
      ) : null}
    </>
  )
}
