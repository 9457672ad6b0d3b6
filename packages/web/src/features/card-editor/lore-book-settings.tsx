import { useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'
import type { BookSettings } from './lore-book.ts'
import { NumberField } from './number-field.tsx'
import { SwitchLine } from './shelf-section.tsx'
import '../../ui/styles/fold.css'

interface LoreBookSettingsProps {
  settings: BookSettings
  onChange: (patch: Partial<BookSettings>) => void
}

/** The settings that hold for every entry of a book. */
export function LoreBookSettings({ settings, onChange }: LoreBookSettingsProps) {
  const text = useText()
  return (
    <details className="fold lore-more lore-settings">
      <summary>
        {text('card-editor.lore.settings')}
        <Icon name="caret-down" size="small" />
      </summary>
      <div className="lore-form">
        <div className="editor-two">
          <NumberField
            label={text('card-editor.lore.scanDepth')}
            help={text('card-editor.lore.bookScanHint')}
            value={settings.scan_depth}
            most={50}
            onChange={(scan_depth) => onChange({ scan_depth })}
          />
          <NumberField
            label={text('card-editor.lore.budget')}
            help={text('card-editor.lore.budgetHint')}
            value={settings.token_budget}
            most={1_000_000}
            onChange={(token_budget) => onChange({ token_budget })}
          />
        </div>
        <SwitchLine
          label={text('card-editor.lore.recursion')}
          hint={text('card-editor.lore.recursionHint')}
          on={settings.recursive_scanning}
          onChange={(recursive_scanning) => onChange({ recursive_scanning })}
        />
        <SwitchLine
          label={text('card-editor.lore.names')}
          hint={text('card-editor.lore.namesHint')}
          on={settings.include_names}
          onChange={(include_names) => onChange({ include_names })}
        />
        <SwitchLine
          label={text('card-editor.lore.wholeWords')}
          hint={text('card-editor.lore.wholeWordsHint')}
          on={settings.match_whole_words}
          onChange={(match_whole_words) => onChange({ match_whole_words })}
        />
      </div>
    </details>
  )
}
